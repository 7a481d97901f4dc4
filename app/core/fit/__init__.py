"""Does a model fit, and how is it best laid out: arithmetic over plain values.

What a model needs is measured (`core.llama.simulation` lets llama.cpp lay it out without taking the
memory), what the machine has is asked; this part puts both together. It knows no file and no native
code, so that every limit can be tried in a test.

Threads: pure functions over frozen values, any thread.
"""
