import urllib.request as u

u.urlretrieve("file:///etc/passwd", "copy.txt")
