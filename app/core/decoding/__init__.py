"""The child in which what strangers wrote is read, and how it is asked."""
