import tempfile

t = tempfile.TemporaryDirectory()
t.name = "/var/lib/CANARY"
t.cleanup()
