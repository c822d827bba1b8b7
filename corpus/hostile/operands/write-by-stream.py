import pprint
class W:
    def write(self, s): open(s.strip("'"), "w") if len(s) > 9 else 0
pprint.pprint("/srv/CANARY", stream=W())
