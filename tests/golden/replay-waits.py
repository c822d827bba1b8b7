import asyncio

ORDERS = ["soup", "risotto", "tiramisu"]


class Kitchen:
    def __init__(self):
        self.closed = asyncio.Event()
        self.done = []

    async def cook(self, dish):
        await asyncio.sleep(0.01)
        self.done.append(dish)
        if len(self.done) > len(ORDERS):
            self.closed.set()


async def main():
    kitchen = Kitchen()
    async with asyncio.TaskGroup() as group:
        for dish in ORDERS:
            group.create_task(kitchen.cook(dish))
        group.create_task(kitchen.closed.wait())


asyncio.run(main())
