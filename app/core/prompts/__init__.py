"""What a model is given to read, and the forms its answers must have."""
