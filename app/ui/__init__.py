"""The window: shows state, turns gestures into calls; no SQL, no llama.cpp, no file formats."""
