"""Pictures and sounds as the model is given them, and what they are in a sequence of tokens."""
