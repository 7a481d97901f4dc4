"""From logits to text: sampling, the form of an answer, thinking and calls of tools told apart."""
