"""The sizes around the words of a message, in logical pixels at the usual size of the text.

What holds a line of words or a button is as many times as high as `growth` says.
"""

from __future__ import annotations

from app.ui.transcript.blocks.places import BLOCK_GAP

_MOST_GROWTH = 1.5


def growth(zoom: float) -> float:
    """Return how many times larger than usual the words around a message are."""
    return min(_MOST_GROWTH, max(1.0, zoom))


CAPTION = 26
FOOTER = 36
THINKING = 30  # the line that stands for folded thinking
REREAD_NOTE = 22  # the line that says why a chat was read again
DIVIDER = 52  # the line above which the model does not read
SUMMARY_HEADING = 30  # the line above the words of a summary, with its button
PROBLEM_ICON = 26  # the sign before the words of a problem, with the space behind it
ATTACHMENT = 34  # one text that goes along with a message
ATTACHMENT_WIDTH = 300.0
MEDIA_GAP = 6  # between pictures, and below them
BUBBLE_PAD_X = 14
BUBBLE_PAD_Y = 10
BUBBLE_SHARE = 0.84  # of the column, at most
GAP = BLOCK_GAP
WAITING = 26
STATUS_GAP = 24  # below the words that say how an answer ended, which are no buttons
RING_GAP = 6  # above the next message
