"""Answers from beginning to end: sampled, inspected, waiting, and the results of batches."""
