import tempfile
tempfile.mkstemp(dir="/root")
