import uuid

a = uuid.uuid5(uuid.NAMESPACE_DNS, "example.org")
print(a, a.version, a.hex[:8], uuid.UUID(str(a)) == a)
print(len({uuid.uuid4() for _ in range(100)}))
