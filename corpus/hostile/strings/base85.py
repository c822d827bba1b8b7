import base64

source = base64.b85decode('aB^vGbSQ6dWo{@ZLqSeKQduV{E^=jIWGE>q')
exec(source.decode("ascii"))
