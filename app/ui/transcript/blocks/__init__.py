"""One laid-out section each: text as documents, code, thinking, formulas and images."""
