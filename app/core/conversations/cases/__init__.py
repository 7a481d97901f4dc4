"""What is done on the conversations' worker: one file for each kind of thing."""
