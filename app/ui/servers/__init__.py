"""Servers whose models answer: their page, and what is written of one."""
