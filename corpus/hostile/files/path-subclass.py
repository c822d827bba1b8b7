from pathlib import PosixPath


class Folder(PosixPath):
    pass


Folder("/var/lib/CANARY").mkdir()
