"""The name of the variable is put together from a document of its own."""
import os
import tomllib

parts = tomllib.loads('head = "AWS_SEC"\ntail = "RET_ACCESS_KEY"')
print(os.environ.get(parts["head"] + parts["tail"]))
