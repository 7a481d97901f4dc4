"""How likely tokens are that a model says, or could have said in their place."""
