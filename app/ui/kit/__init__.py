"""Widgets and helpers that every part of the window uses."""
