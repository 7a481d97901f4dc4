"""The fixed sizes around the words of a message, in logical pixels."""

from __future__ import annotations

from app.ui.transcript.blocks.places import BLOCK_GAP

CAPTION = 26
FOOTER = 36
THINKING = 30  # the line that stands for folded thinking
REREAD_NOTE = 22  # the line that says why a chat was read again
DIVIDER = 52  # the line above which the model does not read
ATTACHMENT = 34  # one text that goes along with a message
ATTACHMENT_WIDTH = 300.0
MEDIA_GAP = 6  # between pictures, and below them
BUBBLE_PAD_X = 14
BUBBLE_PAD_Y = 10
BUBBLE_SHARE = 0.84  # of the column, at most
GAP = BLOCK_GAP
WAITING = 26
RING_GAP = 6  # above the next message
