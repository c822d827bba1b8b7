from datetime import datetime, timezone, timedelta

utc = datetime(2024, 7, 1, 12, 0, tzinfo=timezone.utc)
oslo = utc.astimezone(timezone(timedelta(hours=2), "CEST"))
print(utc.isoformat(), oslo.isoformat(), oslo.tzname())
stamp = utc.timestamp()
print(stamp, datetime.fromtimestamp(stamp, timezone.utc) == utc)
print(datetime.fromisoformat("2024-07-01T12:00:00+05:30").utcoffset())
