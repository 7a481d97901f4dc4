"""The use cases: they join the chats on disk and the engine.

The doors are `Chats`, `ChatList`, `ChatMedia`, `Models`, `Memory` and `Alternatives`.
"""
