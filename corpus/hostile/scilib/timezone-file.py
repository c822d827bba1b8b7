from dateutil import tz

print(tz.tzical("/root/CANARY.ics").keys())
