"""Documents of the user: their text, where they lie, and what is found in them."""
