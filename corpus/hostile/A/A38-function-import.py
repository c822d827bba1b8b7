def check(port):
    import socket
    s = socket.create_connection(("127.0.0.1", port), 1)
    s.close()
    return True

print(check(9))
