"""The SQLite index: which segments are stored, which follows which, who needs them."""
