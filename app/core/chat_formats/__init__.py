"""llama.cpp's knowledge of chat formats: how a model marks its thinking and its calls of tools.

A library of its own (`packaging/setup/chat_formats`), which not every installation has.
"""
