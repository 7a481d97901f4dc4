"""What one chat wants of the model: its instructions and how its tokens are chosen."""
