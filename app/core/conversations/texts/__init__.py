"""Texts and values that go to a model, or come from it: pure functions."""
