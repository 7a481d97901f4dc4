"""The models the user may choose: the one in the header, those on this machine, those to get."""
