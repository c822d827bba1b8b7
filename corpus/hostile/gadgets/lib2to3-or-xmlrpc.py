from xmlrpc.client import ServerProxy

print(ServerProxy("http://127.0.0.1:9/").system.listMethods())
