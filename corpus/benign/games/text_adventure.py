ROOMS = {
    "hall": {"text": "A cold hall.", "exits": {"north": "library", "east": "kitchen"}, "items": ["lamp"]},
    "library": {"text": "Books to the ceiling.", "exits": {"south": "hall"}, "items": ["map"]},
    "kitchen": {"text": "It smells of onions.", "exits": {"west": "hall"}, "items": []},
}


class Game:
    def __init__(self):
        self.room, self.bag, self.running = "hall", [], True

    def do_go(self, way):
        exits = ROOMS[self.room]["exits"]
        if way in exits:
            self.room = exits[way]
            return ROOMS[self.room]["text"]
        return "You cannot go there."

    def do_take(self, item):
        items = ROOMS[self.room]["items"]
        if item not in items:
            return "No such thing here."
        items.remove(item)
        self.bag.append(item)
        return f"Taken: {item}."

    def do_quit(self, _):
        self.running = False
        return "Bye."

    def command(self, line):
        verb, _, noun = line.partition(" ")
        handlers = {"go": self.do_go, "take": self.do_take, "quit": self.do_quit}
        return handlers.get(verb, lambda n: "What?")(noun)


game = Game()
script = iter(["take lamp", "go north", "take map", "fly", "go up", "quit"])
while game.running:
    line = next(script)
    print(">", line)
    print(game.command(line))
print(game.bag)
