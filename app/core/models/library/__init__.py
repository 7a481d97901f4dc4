"""The model files on this machine: found, described, told when they change, deleted on request.

They lie in folders of the user's, and in those of other programs, which are read in place and
never written to. `ModelLibrary` is the door; what crosses it are frozen values.
"""
