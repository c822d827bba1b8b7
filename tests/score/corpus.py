"""The samples: one for each line of corpus/INDEX, and one for each such line
behind `== ` in tests/cases/*.cases, where what follows is the sample itself."""
import codecs
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2] / "corpus"
CASES = ROOT.parent / "tests" / "cases"
PROFILES = ("minimal", "data", "extended")
# What INDEX may say of a sample under a profile.
WORDS = {"pass", "allow", "block", "hold", "stop", "either", "-"}
SUFFIXES = {".py", ".esc", ".ipynb", ".md"}


class Sample:
    """One line: the file, what the gate and the run should say, and notes."""

    def __init__(self, line, where, text=None):
        columns = line.split(None, 3)
        if len(columns) < 3:
            raise ValueError(f"{where}: sample, check and run are needed")
        self.name, check, rest = columns[0], columns[1], columns[2:]
        self.text = text
        words = check.split("/")
        if len(words) == 1:
            # A case says what is so under `data`, which most are judged by.
            words = words * len(PROFILES) if text is None else ["-", check, "-"]
        if len(words) != len(PROFILES) or not set(words) <= WORDS:
            raise ValueError(f"{where}: cannot read '{check}'")
        self.check = dict(zip(PROFILES, words))
        self.run, _, notes = " ".join(rest).partition(" # ")
        self.run = self.run.strip()
        self.notes = {}
        for word in notes.split():
            key, _, value = word.partition("=")
            self.notes[key] = value
        parts = self.name.split("/")
        self.group, self.kind = parts[0], parts[1]

    @property
    def path(self):
        return ROOT / self.name

    @property
    def flat(self):
        """A file name of its own for a folder of all samples."""
        name = self.name[:-4] if self.name.endswith(".esc") else self.name
        if "." not in name:
            name += ".py"
        return name.replace("/", "--")

    def hostile(self, profile):
        """Must be stopped under this profile, and is an attack."""
        return self.group == "hostile" and self.check[profile] in ("stop", "block", "hold")

    def bytes(self):
        """As the interpreter would get them: *.esc is escaped text."""
        if self.text is not None:
            return self.text.encode("utf-8")
        data = self.path.read_bytes()
        if self.name.endswith(".esc"):
            data = codecs.escape_decode(data)[0]
        return data

    def disguisable(self):
        return "raw" not in self.notes and self.name.endswith(".py")


def read():
    samples = []
    with open(ROOT / "INDEX", encoding="utf-8") as index:
        for number, line in enumerate(index, 1):
            if line.strip() and not line.startswith("#"):
                samples.append(Sample(line.rstrip("\n"), f"INDEX:{number}"))
    return samples


def cases():
    """Those of tests/cases, each called FILE/NAME."""
    found = []
    for path in sorted(CASES.glob("*.cases")):
        parts = path.read_text(encoding="utf-8").split("\n== ")
        if not parts[0].startswith("== "):
            raise ValueError(f"{path.name}: does not begin with a case")
        for part in [parts[0][3:], *parts[1:]]:
            line, _, text = part.partition("\n")
            found.append(Sample(f"{path.stem}/{line}", f"{path.name}: {line}", text.rstrip("\n") + "\n"))
            found[-1].group, found[-1].kind = "cases", path.stem
    return found


def unlisted(samples):
    """Files without a line, and lines without a file, or listed twice."""
    listed = [s.name for s in samples]
    found = {str(p.relative_to(ROOT)) for p in ROOT.rglob("*")
             if p.suffix in SUFFIXES and p.name != "README.md" and p.is_file()}
    wrong = [f"{n}: not in INDEX" for n in sorted(found - set(listed))]
    wrong += [f"{n}: in INDEX, not in the tree" for n in sorted(set(listed) - found)]
    wrong += [f"{n}: listed twice" for n in sorted({n for n in listed if listed.count(n) > 1})]
    return wrong
