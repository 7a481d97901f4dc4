"""Chats as trees of messages in SQLite; the door is `ChatStore` in `store.py`.

Beside it, for a database that nobody has open: looking through it (`examination.py`), and making it
sound again (`rescue.py`). Nothing is imported here: whoever only reads needs no SQLAlchemy.
"""
