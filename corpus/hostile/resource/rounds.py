import hashlib
hashlib.pbkdf2_hmac("sha256", b"x", b"y", 10**12)
