"""The chat that is shown: which one it is, what can be done with it, and where its words go.

`OpenChat` is the one home of "which chat is shown"; everybody else observes it.
"""
