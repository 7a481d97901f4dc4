"""What a message holds: pictures and sounds as the model is given them, the parts of an answer."""
