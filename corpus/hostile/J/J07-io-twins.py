import io

print(io.open("/etc/passwd").readline())
print(io.FileIO("/etc/passwd").read(10))
