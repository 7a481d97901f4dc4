"""What the program needs of the operating system: files, processes, the log, the keyring."""
