"""The start of the program with a window, and its end."""
