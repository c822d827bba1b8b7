"""Scripts whose manifest is not complete, each for one reason; and two that are."""
import pathlib

CASES = {
    "host-asked.py": "import requests\nrequests.get(input())\n",
    "host-session.py": "import aiohttp\nasync def f():\n    async with aiohttp.ClientSession() as s:\n"
                       "        await s.get('http://example.org')\n",
    "host-sendto.py": "import socket\ns = socket.socket()\ns.sendto(b'x', ('10.1.2.3', 53))\n",
    "path-handed.py": "from pathlib import Path\ndef ensure(folder):\n    folder.mkdir(exist_ok=True)\n"
                      "ensure(Path('out'))\n",
    "path-relative.py": "from pathlib import Path\nPath('a/b').relative_to('a').open('w')\n",
    "method-system.py": "def f(x):\n    x.system('id')\n",
    "method-cdll.py": "def f(x):\n    x.CDLL(None)\n",
    "method-urlopen.py": "def f(s):\n    s.c.urlopen('http://example.org')\n",
    "callee.py": "def f(x):\n    return x()\n",
    "program.py": "import asyncio\nasync def f():\n    await asyncio.create_subprocess_exec('ls')\n",
    "told-callee.py": "def g():\n    return 1\ndef f(x):\n    return x()\nf(g)\n",
    "told-class.py": "class A:\n    @classmethod\n    def make(cls):\n        return cls()\nA.make()\n",
    "told-pool.py": "import multiprocessing.pool\nmultiprocessing.pool.ThreadPool(2)\n",
    "told-beside.py": "from pathlib import Path\nPath('r.csv').with_suffix('.json').open('w')\n"
                      "Path('r.csv').with_name('b').open('w')\nPath('r.csv').with_stem('s').touch()\n"
                      "(Path('d') / 'x').with_suffix('.y').mkdir()\n",
}
for name, text in CASES.items():
    pathlib.Path(name).write_text(text, encoding="utf-8")
