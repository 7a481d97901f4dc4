"""What a model may call: tools of Hearth's own, and of servers that the user has added.

`Toolbox` is the door. Nothing is started, sent or read for a tool without a `Grant`, which follows
from what the user says and from nothing else: no text of a document, a page, a server or a model
leads there.
"""
