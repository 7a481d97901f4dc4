"""What clients say in the words of OpenAI and Anthropic, and what they are answered in them."""
