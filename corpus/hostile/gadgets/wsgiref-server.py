from wsgiref.simple_server import make_server

make_server("127.0.0.1", 0, lambda e, s: [b""]).handle_request()
