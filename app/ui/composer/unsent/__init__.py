"""Who owns what the user writes until it is stored."""
