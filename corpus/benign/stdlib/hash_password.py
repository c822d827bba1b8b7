import hashlib
import hmac
import secrets

def hash_password(password, salt=None):
    salt = salt or secrets.token_bytes(16)
    return salt, hashlib.pbkdf2_hmac("sha256", password.encode(), salt, 10_000)

def verify(password, salt, digest):
    return hmac.compare_digest(hash_password(password, salt)[1], digest)

salt, digest = hash_password("hunter2")
print(verify("hunter2", salt, digest), verify("wrong", salt, digest))
print(hashlib.md5(b"abc").hexdigest(), hashlib.new("sha1", b"abc").hexdigest()[:8])
