"""How rows lie in llama.cpp's state bytes and in the files of the store; no disk, no database."""
