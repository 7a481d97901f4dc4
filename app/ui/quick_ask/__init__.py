"""A small window for one question, beside whatever else the user does."""
