__author__ = "an agent"
__version__ = "1.0.0"
__all__ = ["main"]

import numpy as np

def main():
    print("numpy", np.__version__.split(".")[0], "script", __version__, __name__)
    print(main.__name__, main.__doc__, type(3).__name__)

main()
