"""The page that shows what else a model could have said at each place of an answer."""
