"""What the window knows: which chats there are, which is shown, which are being answered.

Facts and their changes, no widgets; views and presenters observe them.
"""
