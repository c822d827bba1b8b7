import logging
class H(logging.FileHandler):
    def __init__(self, *p):
        super().__init__("/".join(p))
H("", "srv", "canary", "pwned")
