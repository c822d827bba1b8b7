import importlib
import pathlib

class PluginManager:
    def __init__(self, folder):
        self.plugins = []
        for path in pathlib.Path(folder).glob("*.py"):
            self.plugins.append(importlib.import_module(path.stem))

    def run(self):
        for plugin in self.plugins:
            plugin.main()

PluginManager("plugins").run()
