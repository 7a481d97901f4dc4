"""The page "Documents", the looks that keep it true, and the viewer of a document's text."""
