"""Search over everything that was said: the index of words, and the door that asks it.

The door is `ChatSearch` (`chat_search.py`), with a thread and a read-only connection of its own, so
that no search waits for the conversations, nor they for a search; `SearchReader` (`reader.py`) is
the same without a thread. `SearchIndex` is the writing side, which belongs to `ChatStore` and its
connection.
"""
