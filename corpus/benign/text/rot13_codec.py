import codecs

message = "Why did the chicken cross the road?"
hidden = codecs.encode(message, "rot13")
print(hidden)
print(codecs.decode(hidden, "rot13") == message)
table = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "NOPQRSTUVWXYZABCDEFGHIJKLM")
print(message.upper().translate(table))
