"""The page "Hardware": what the machine computes with, why not with more, and how fast it is."""
