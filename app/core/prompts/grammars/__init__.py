"""What form an answer may be bound to: grammars in GBNF and JSON schemas, by llguidance.

llguidance is imported when the first form is read, and only here.
"""
