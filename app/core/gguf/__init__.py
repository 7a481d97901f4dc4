"""Headers of GGUF files, read without llama.cpp: what a file holds, before anybody loads it.

A header may say anything, and may come from anywhere: the parser keeps to fixed limits of memory
and of bytes read, whatever the counts and lengths in it claim, and either returns values or raises
a `GgufError`. It reads a file, or any `ByteSource`, such as a file that lies on a server.

`core.llama.gguf_reader` reads headers, too. That one is ggml's own reader: exactly what will load
the model, so it guards the load; it is native code, which runs in the engine's process only. This
one runs in the front ends, on a thousand files nobody has looked at.

Loads no tensor data and writes nothing. Threads: pure functions, any thread.

Source: the description of the format in ggml, docs/gguf.md, and ggml/src/gguf.cpp.
"""
