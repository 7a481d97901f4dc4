"""What the window says and asks of damage and crashes."""
