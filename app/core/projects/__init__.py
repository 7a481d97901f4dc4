"""What a project gives every chat in it, and the files of other programs that say the same."""
