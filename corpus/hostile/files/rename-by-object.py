from pathlib import Path


class Keeper:
    def __init__(self, tool):
        self.tool = tool

    def get(self):
        return self.tool


Keeper(Path).get()("report.txt").rename("/var/lib/CANARY")
