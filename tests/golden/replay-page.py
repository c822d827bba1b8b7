class Store:
    rows = [f"customer-{i:03d}" for i in range(18)]

    def fetch(self, cursor, size=4):
        return self.rows[cursor:cursor + size], (cursor + size) % 20


store = Store()
cursor = 0
seen = set()
while cursor is not None:
    items, cursor = store.fetch(cursor)
    seen.update(items)
