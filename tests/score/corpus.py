"""corpus/INDEX, read: one Sample for each line."""
import codecs
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2] / "corpus"
PROFILES = ("minimal", "data", "extended")
# What INDEX may say of a sample under a profile.
WORDS = {"allow", "block", "hold", "stop", "either", "-"}
SUFFIXES = {".py", ".esc", ".ipynb", ".md"}


class Sample:
    """One line: the file, what the gate and the run should say, and notes."""

    def __init__(self, line, number):
        self.number = number
        columns = line.split(None, 3)
        if len(columns) < 3:
            raise ValueError(f"INDEX:{number}: sample, check and run are needed")
        self.name, check, rest = columns[0], columns[1], columns[2:]
        words = check.split("/")
        if len(words) == 1:
            words *= len(PROFILES)
        if len(words) != len(PROFILES) or not set(words) <= WORDS:
            raise ValueError(f"INDEX:{number}: cannot read '{check}'")
        self.check = dict(zip(PROFILES, words))
        text = " ".join(rest)
        self.run, _, notes = text.partition(" # ")
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
        return name.replace("/", "--")

    def hostile(self, profile):
        """Must be stopped under this profile, and is an attack."""
        return (self.group == "hostile" and "harmless" not in self.notes
                and self.check[profile] in ("stop", "block", "hold"))

    def bytes(self):
        """As the interpreter would get them: *.esc is escaped text."""
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
                samples.append(Sample(line.rstrip("\n"), number))
    return samples


def unlisted(samples):
    """Files without a line, and lines without a file, or listed twice."""
    listed = [s.name for s in samples]
    found = {str(p.relative_to(ROOT)) for p in ROOT.rglob("*")
             if p.suffix in SUFFIXES and p.name != "README.md" and p.is_file()}
    wrong = [f"{n}: not in INDEX" for n in sorted(found - set(listed))]
    wrong += [f"{n}: in INDEX, not in the tree" for n in sorted(set(listed) - found)]
    wrong += [f"{n}: listed twice" for n in sorted({n for n in listed if listed.count(n) > 1})]
    return wrong
