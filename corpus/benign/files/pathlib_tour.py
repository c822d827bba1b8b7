from pathlib import Path

base = Path("project")
(base / "src").mkdir(parents=True, exist_ok=True)
for name in ("a.py", "b.txt", "src/c.py"):
    (base / name).write_text(f"# {name}\n")
for p in sorted(base.rglob("*.py")):
    print(p.as_posix(), p.stem, p.suffix, p.stat().st_size, p.parent.name)
(base / "b.txt").rename(base / "b.md")
print(sorted(x.name for x in base.iterdir()), (base / "b.txt").exists(), Path("a/b/../c").parts)
with (base / "log.txt").open("a") as f:
    f.write("line\n")
(base / "log.txt").unlink()
