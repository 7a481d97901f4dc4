"""Where messages lie and how they are painted: layouts, their cache, the delegate."""
