"""Taking care of the data: checks and repairs, moving the folder, resetting it."""
