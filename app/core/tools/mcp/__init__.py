"""A client of the Model Context Protocol, as far as tools go: both eras, programs and addresses."""
