"""What the window says, and how numbers and names are spelled."""
