import tempfile, os
tempfile.TemporaryDirectory._rmtree("/srv/victim")
