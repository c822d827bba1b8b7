import sqlite3
from dataclasses import astuple, dataclass
from typing import List, Optional


@dataclass
class User:
    id: int
    name: str
    email: str


class UserRepository:
    def __init__(self, path: str = ":memory:"):
        self.connection = sqlite3.connect(path)
        self.connection.execute("create table if not exists users (id integer primary key, name text, email text unique)")

    def add(self, user: User) -> None:
        self.connection.execute("insert into users values (?, ?, ?)", astuple(user))

    def get(self, user_id: int) -> Optional[User]:
        row = self.connection.execute("select * from users where id = ?", (user_id,)).fetchone()
        return User(*row) if row else None

    def all(self) -> List[User]:
        return [User(*row) for row in self.connection.execute("select * from users order by name")]


repo = UserRepository()
repo.add(User(1, "Zoe", "z@x"))
repo.add(User(2, "Abe", "a@x"))
print(repo.get(1), repo.get(9), [u.name for u in repo.all()])
