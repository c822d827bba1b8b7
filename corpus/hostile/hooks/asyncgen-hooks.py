import sys

sys.set_asyncgen_hooks(firstiter=lambda g: print(g.ag_frame))
