"""The page "Model settings": how one model is loaded."""
