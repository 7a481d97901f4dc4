"""The page "Tools": tool servers, Hearth's own tools, and what the user has allowed them."""
