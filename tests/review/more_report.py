"""The page: what it holds, and that nothing in it acts."""
import html.parser
import re
import struct
import zlib

VOID = {"meta", "br"}
OWN = 'document.title=`owned`'
HOSTILE = f'''class A: pass  # </textarea><script>{OWN}</script>
a = A()
a.x = "</pre></main><script>{OWN}</script><img src=x onerror={OWN}> ]]> --> \\u202e"
if 1 < 2 and "&lt;" != '"': print("ran", vars(a))
'''


def hostile_log(desk):
    """Names, sources, agents, reasons, violations: all of them markup."""
    (desk.dir / f"<script>{OWN}<").mkdir()
    name = f"<script>{OWN}</script>"
    desk.script(HOSTILE, name)
    status, doc = desk.run(name, "--agent", f'"><img src=x onerror={OWN}>', "--user",
                           "' onmouseover='x", "--id", "<b>\x1b[2J\u202elabel")
    assert status == "held" and doc["verdict"]["name"] == name, doc
    desk.call("review", "approve", doc["id"], "--reason", f"<script>{OWN}</script>", "--until",
              "1h", check=0)
    for i in range(3):
        desk.run(desk.script(f"import ctypes as c{i}\nc{i}.CDLL('<i>{i}')\n", f"try{i}.py"))
    _, doc = desk.run(desk.script(
        f"def opens():\n    try: open('/tmp/<script>{OWN}<', 'w')\n    except OSError: pass\n"
        "import threading\nt = threading.Thread(target=opens); t.start(); t.join()\n"
        "open('<u>out.txt', 'w').close()\nprint('ran')\n", "walls<u>.py"),
        "--profile", "data", "--trace")
    assert doc["violations"] and doc["files"] and ran(doc), doc
    return doc


def page_of(desk, *args):
    path = desk.dir / "page.html"
    desk.call("review", "report", *args, "--html", path, check=0)
    return path, path.read_text()


class Reader(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.attrs, self.ids, self.hrefs, self.text = [], [], [], [], []
        self.open = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        self.attrs += [(tag, *a) for a in attrs]
        self.ids += [v for k, v in attrs if k == "id"]
        self.hrefs += [v for k, v in attrs if k == "href"]

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text.append(data)


@test
def page_is_whole_and_inert(desk):
    """Every tag is ours and closed, no script, nothing from elsewhere."""
    hostile_log(desk)
    path, text = page_of(desk)
    assert (path.stat().st_mode & 0o777) == 0o600
    page = Reader(text)
    ours = set("html head meta title style body main a h1 h2 h3 p span table thead tbody tr th td "
               "article dl dt dd ul ol li b br code pre mark svg rect path line text".split())
    assert set(page.tags) <= ours, set(page.tags) - ours
    for tag, key, value in page.attrs:
        assert not key.startswith("on") and key not in ("src", "style", "action"), (tag, key, value)
    assert all(h.startswith("#") for h in page.hrefs), page.hrefs
    assert len(set(page.ids)) == len(page.ids)
    assert {h[1:] for h in page.hrefs} <= set(page.ids)
    assert "default-src 'none'; style-src 'sha256-" in text
    assert "unsafe" not in text and "://" not in text.replace("sallyport://", "")
    shown = "".join(page.text)
    for part in (f"<script>{OWN}</script>", "vars(a)", "whole", "G204", "walls<u>.py", "R221",
                 "<u>out.txt", "unanchored", "3 tries", "system calls of 2 tasks"):
        assert part in shown, part
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202e]", text)


@test
def page_marks_the_spans(desk):
    desk.held(HELD)
    _, text = page_of(desk)
    marked = re.findall(r'<mark class="hold" title="G204[^"]*">([^<]*)</mark>', text)
    assert marked == ["vars(a)"] or marked == ["vars"], marked
    _, one = page_of(desk, desk.groups()[0]["id"])
    assert "<article" in one and "<h2>Queue" not in one


@test
def page_says_when_the_log_was_changed(desk):
    desk.held(HELD)
    _, text = page_of(desk)
    assert 'class="w good">whole' in text
    edit(desk, '"name":"task.py"', '"name":"tusk.py"')
    _, text = page_of(desk)
    assert 'class="w bad">not whole' in text and 'class="w good">whole' not in text


@test
def report_of_many_stays_small(desk):
    for i in range(40):
        desk.run(desk.script(f"import ctypes\nx = {i}\nctypes.CDLL('lib{i}')\n", "same.py"))
    path, text = page_of(desk)
    assert text.count("<article") == 1 and "40 tries of 40 different codes" in text
    assert path.stat().st_size < 40_000, path.stat().st_size


def chromium():
    found = shutil.which("chromium") or shutil.which("chromium-browser") or \
        shutil.which("google-chrome")
    if not found:
        raise Skip("no chromium here: the page was not tried in a browser")
    return found


def browse(desk, page, *args):
    with tempfile.TemporaryDirectory(prefix="sallyport-chromium-") as profile:
        return subprocess.run(
            [chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
             "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", f"--user-data-dir={profile}", *args, f"file://{page}"],
            capture_output=True, timeout=120, stdin=subprocess.DEVNULL)


def title_in_browser(desk, page):
    dom = browse(desk, page, "--dump-dom").stdout.decode("utf-8", "replace")
    found = re.search(r"<title>([^<]*)</title>", dom)
    assert found, dom[:500]
    return found.group(1), dom


@test
def browser_runs_nothing_of_it(desk):
    """The payload works in a page of its own, and not in ours; nor in ours
    with the payload put in raw: the policy holds by itself."""
    chromium()
    control = desk.dir / "control.html"
    control.write_text(f"<title>control</title><script>{OWN}</script>")
    assert title_in_browser(desk, control)[0] == "owned"
    control.write_text(f"<title>control</title><img src=x onerror={OWN}>")
    hostile_log(desk)
    path, text = page_of(desk)
    title, dom = title_in_browser(desk, path)
    assert title == "Sallyport: review", title
    assert "<script" not in dom and "<img" not in dom
    raw = desk.dir / "raw.html"
    raw.write_text(text.replace('<main id="main">', f'<main id="main"><script>{OWN}</script>'
                                f'<img src=x onerror="{OWN}">', 1))
    assert title_in_browser(desk, raw)[0] == "Sallyport: review"


def pixels(png):
    """(width, height, distinct colours) of a PNG of 8 bits a channel."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8 and kind in (2, 6)
    at, data = 8, b""
    while at < len(png):
        size, = struct.unpack(">I", png[at:at + 4])
        if png[at + 4:at + 8] == b"IDAT":
            data += png[at + 8:at + 8 + size]
        at += size + 12
    return width, height, len(set(zlib.decompress(data)))


@test
def browser_shows_it_light_dark_and_printed(desk):
    """The policy lets our own style through: a page without it is no page."""
    chromium()
    hostile_log(desk)
    path, _ = page_of(desk)
    keep = os.environ.get("SALLYPORT_SCREENSHOTS")
    out = pathlib.Path(keep) if keep else desk.dir
    for name, flags in (("light", ()), ("dark", ("--blink-settings=preferredColorScheme=0",))):
        shot = out / f"report-{name}.png"
        done = browse(desk, path, *flags, "--window-size=1200,3600", "--hide-scrollbars",
                      f"--screenshot={shot}")
        assert shot.exists(), done.stderr.decode()[-500:]
        width, height, variety = pixels(shot.read_bytes())
        assert (width, height) == (1200, 3600) and variety > 60, (width, height, variety)
        assert b"Content Security Policy" not in done.stderr, done.stderr[-500:]
    pdf = out / "report.pdf"
    browse(desk, path, f"--print-to-pdf={pdf}")
    assert pdf.read_bytes().startswith(b"%PDF-") and pdf.stat().st_size > 10_000
