import smtplib

smtplib.SMTP("127.0.0.1", 9).sendmail("a@b", ["c@d"], "x")
