"""The parts of `ChatStore`, each with the questions and changes of one concern."""
