"""Everything the user can choose: one table of rows, and a file that holds the differences only."""
