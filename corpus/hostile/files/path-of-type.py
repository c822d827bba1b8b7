from pathlib import Path
class P(type(Path())):
    def go(self): return self.read_text()
print(P("/etc", "hostname").go())
