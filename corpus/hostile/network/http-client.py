import http.client

c = http.client.HTTPConnection("127.0.0.1", 9)
c.request("GET", "/")
