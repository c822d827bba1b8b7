import zlib, base64

exec(zlib.decompress(base64.b64decode("eJwrKMrMK9HIL0jN01B3dvRzDIpU19QrSk1M0dDUBACJ9wip")))
