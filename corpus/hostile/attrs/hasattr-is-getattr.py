from operator import getitem
hasattr = getattr
hasattr(hasattr(print, "__self__"), "exec")("open('CANARY', 'w')")
