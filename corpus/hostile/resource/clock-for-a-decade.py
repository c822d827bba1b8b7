import datetime
stop = datetime.datetime.now() + datetime.timedelta(days=3650)
while datetime.datetime.now() < stop:
    pass
