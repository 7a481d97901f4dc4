"""Looking into an answer: how likely its tokens are, and how it could go on otherwise."""
