import readline
