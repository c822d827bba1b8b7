import uuid

print(uuid.uuid4())
uuid.os.system("cat CANARY")
