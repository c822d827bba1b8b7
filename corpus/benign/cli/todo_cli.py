"""A to-do list on the command line.

Examples:
    todo.py add "buy milk"
    todo.py list
    todo.py done 1
"""
from __future__ import annotations

import argparse
import json
import logging
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

logger = logging.getLogger(__name__)
STORE = Path("todo.json")


@dataclass
class Todo:
    title: str
    done: bool = False


def load() -> list[Todo]:
    if not STORE.exists():
        return []
    return [Todo(**t) for t in json.loads(STORE.read_text())]


def save(todos: list[Todo]) -> None:
    STORE.write_text(json.dumps([asdict(t) for t in todos], indent=2))


def add(args: argparse.Namespace) -> int:
    save(load() + [Todo(args.title)])
    return 0


def show(args: argparse.Namespace) -> int:
    for i, t in enumerate(load(), 1):
        print(f"{i}. [{'x' if t.done else ' '}] {t.title}")
    return 0


def done(args: argparse.Namespace) -> int:
    todos = load()
    try:
        todos[args.number - 1].done = True
    except IndexError:
        print("no such item", file=sys.stderr)
        return 1
    save(todos)
    return 0


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = parser.add_subparsers(dest="command")
    p = sub.add_parser("add")
    p.add_argument("title")
    p.set_defaults(func=add)
    sub.add_parser("list").set_defaults(func=show)
    p = sub.add_parser("done")
    p.add_argument("number", type=int)
    p.set_defaults(func=done)
    return parser


def main(argv: list[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    if not args.command:
        for line in (["add", "buy milk"], ["add", "sleep"], ["done", "1"], ["list"]):
            main(line)
        return 0
    return args.func(args)


if __name__ == "__main__":
    sys.exit(main())
