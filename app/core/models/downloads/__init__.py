"""Downloads of models: one after another, continued after any break, checked at the end.

`Downloads` is the door: its commands return at once, and what comes of them are events. A download
is everything that one choice needs, its parts and its projector. Its bytes gather in files that end
in `.part`, beside where the models will lie, and get their names when their digest is right. What
is to be downloaded stands in one small file for each download (`records.py`), so that a kill at any
moment loses nothing; after a start, all wait until the user lets them go on.
"""
