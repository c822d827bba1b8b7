import ftplib

ftplib.FTP("127.0.0.1")
