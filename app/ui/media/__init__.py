"""Pictures and sounds on the screen: small and in full, and what can be done with one."""
