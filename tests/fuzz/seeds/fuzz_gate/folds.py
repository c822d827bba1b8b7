import base64, codecs, json as j
parts = ["ev", "al"]
name = "".join(parts)[::1]
f"{name!r:>{len(name)}}{j.codecs}"
exec(base64.b64decode(b"cHJpbnQoMSk=").decode())
"%s%s" % ("a", "b"), "{0[x].y}".format(parts), b"\x41".hex(), codecs.decode("n", "rot13")
