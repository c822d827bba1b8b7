"""Judge each snippet of the *.cases here by itself. Prints TAP."""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile


HERE = os.path.dirname(os.path.abspath(__file__))


def cases(path):
    text = open(path, encoding="utf-8").read()
    for part in re.split(r"^== ", text, flags=re.M)[1:]:
        head, _, code = part.partition("\n")
        verdict, _, title = head.partition(" ")
        yield verdict, title, code


def main(sallyport):
    wanted = []
    with tempfile.TemporaryDirectory(prefix="twins-") as folder:
        for path in sorted(glob.glob(os.path.join(HERE, "*.cases"))):
            for verdict, title, code in cases(path):
                name = "%04d.py" % len(wanted)
                wanted.append((verdict, "%s: %s" % (
                    os.path.basename(path), title)))
                with open(os.path.join(folder, name), "w",
                          encoding="utf-8") as f:
                    f.write(code)
        out = subprocess.run([sallyport, "check", "--profile", "data",
                              "--format", "json", folder], text=True,
                             capture_output=True, timeout=120).stdout
    said = json.loads(out)["submissions"]
    for n, ((verdict, title), got) in enumerate(zip(wanted, said), 1):
        good = (got["decision"] == "allow") == (verdict == "pass")
        print("%sok %d - %s%s" % ("" if good else "not ", n, title,
              "" if good else ": " + ", ".join(
                  "%s@%d" % (f["rule"], f["line"])
                  for f in got["findings"]) or "passes"))
    print("1..%d" % len(wanted))
    return len(said) != len(wanted)


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
