"""What is shown: messages, their text and its sections. Paints nothing and knows no Qt."""
