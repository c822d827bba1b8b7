#!/usr/bin/env python3
"""todo.py - tiny todo list manager."""
import argparse
import json
import sys
from dataclasses import dataclass, field, asdict
from pathlib import Path
from typing import List, Optional

DB = Path("todos.json")


@dataclass
class Todo:
    id: int
    text: str
    done: bool = False
    tags: List[str] = field(default_factory=list)

    def __str__(self) -> str:
        mark = "x" if self.done else " "
        return f"[{mark}] {self.id}: {self.text} {' '.join('#' + t for t in self.tags)}"


class Store:
    def __init__(self, path: Path = DB):
        self.path = path
        self.items: List[Todo] = []
        self.load()

    def load(self) -> None:
        if self.path.exists():
            with self.path.open() as f:
                self.items = [Todo(**d) for d in json.load(f)]

    def save(self) -> None:
        tmp = self.path.with_suffix(".tmp")
        tmp.write_text(json.dumps([asdict(t) for t in self.items], indent=2))
        tmp.replace(self.path)

    def add(self, text: str, tags: Optional[List[str]] = None) -> Todo:
        t = Todo(id=max((i.id for i in self.items), default=0) + 1, text=text, tags=tags or [])
        self.items.append(t)
        return t


def cmd_add(args, store):
    print("added", store.add(args.text, args.tag))


def cmd_list(args, store):
    for t in store.items:
        print(t)


def cmd_done(args, store):
    for t in store.items:
        if t.id == args.id:
            t.done = True
            return
    raise SystemExit(f"no todo {args.id}")


def main(argv=None):
    p = argparse.ArgumentParser(description=__doc__)
    sub = p.add_subparsers(dest="command", required=True)
    a = sub.add_parser("add"); a.add_argument("text"); a.add_argument("--tag", action="append"); a.set_defaults(func=cmd_add)
    l = sub.add_parser("list"); l.set_defaults(func=cmd_list)
    d = sub.add_parser("done"); d.add_argument("id", type=int); d.set_defaults(func=cmd_done)
    args = p.parse_args(argv)
    store = Store()
    args.func(args, store)
    store.save()
    return 0


if __name__ == "__main__":
    for line in (["add", "write tests", "--tag", "dev"], ["add", "sleep"], ["done", "1"], ["list"]):
        main(line)
    sys.exit(0)
