"""Draft models and layers for multi-token prediction, and how many tokens they draft."""
