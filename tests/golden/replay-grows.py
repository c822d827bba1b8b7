def remind(events):
    for day, label in events:
        if day > 0:
            events.append((day + 7, f"again: {label[-8:]}"))
    return events


print(remind([(3, "dentist"), (9, "rent")]))
