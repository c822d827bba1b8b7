"""The parts of SARIF 2.1.0 that sallyport writes, checked against the standard's text.

Section numbers are those of the OASIS standard. Every object is closed: a
property this file does not know is an error, as the schema's own
additionalProperties: false makes it.
"""
import re


def fail(path, why):
    raise ValueError(f"SARIF {path or '/'}: {why}")


class Str:
    def __init__(self, pattern=".*", choices=None):
        self.pattern, self.choices = re.compile(pattern, re.S), choices

    def check(self, value, path):
        if not isinstance(value, str):
            fail(path, "not a string")
        if self.choices and value not in self.choices:
            fail(path, f"{value!r} is none of {self.choices}")
        if not self.pattern.fullmatch(value):
            fail(path, f"{value!r} is malformed")


class Int:
    def __init__(self, least):
        self.least = least

    def check(self, value, path):
        if not isinstance(value, int) or isinstance(value, bool) or value < self.least:
            fail(path, f"{value!r} is no integer of at least {self.least}")


class Bool:
    def check(self, value, path):
        if not isinstance(value, bool):
            fail(path, "not a boolean")


class Arr:
    def __init__(self, of, least=0, unique=False):
        self.of, self.least, self.unique = of, least, unique

    def check(self, value, path):
        if not isinstance(value, list) or len(value) < self.least:
            fail(path, "not an array, or too short")
        for i, item in enumerate(value):
            self.of.check(item, f"{path}/{i}")
        if self.unique and len({repr(v) for v in value}) != len(value):
            fail(path, "repeats an item")


class Map:
    def __init__(self, of):
        self.of = of

    def check(self, value, path):
        if not isinstance(value, dict):
            fail(path, "not an object")
        for key, item in value.items():
            self.of.check(item, f"{path}/{key}")


class Bag:
    """A property bag (3.8): anything, but tags is a set of strings."""

    def check(self, value, path):
        if not isinstance(value, dict):
            fail(path, "not an object")
        if "tags" in value:
            Arr(Str(), unique=True).check(value["tags"], path + "/tags")
        if "security-severity" in value:
            Str(r"\d+\.\d").check(value["security-severity"], path + "/security-severity")


class Obj:
    def __init__(self, required=(), **members):
        self.required, self.members = required, members

    def check(self, value, path):
        if not isinstance(value, dict):
            fail(path, "not an object")
        for key in self.required:
            if key not in value:
                fail(path, f"lacks {key}")
        for key, item in value.items():
            if key not in self.members:
                fail(path, f"unknown property {key}")
            self.members[key].check(item, f"{path}/{key}")


# A URI reference (RFC 3986): no raw space, control or non-ASCII, no scheme by accident.
URI = Str(r"(file:///)?(?![^/]*:)([A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})*")
LEVEL = Str(choices=("none", "note", "warning", "error"))                       # 3.27.10
MESSAGE = Obj(["text"], text=Str())                                             # 3.11
HELP = Obj(["text"], text=Str(".+"), markdown=Str(".+"))                        # 3.12
ARTIFACT_LOCATION = Obj(["uri"], uri=URI)                                       # 3.4
REGION = Obj(["startLine"], startLine=Int(1), startColumn=Int(1), endLine=Int(1),
             endColumn=Int(1), snippet=MESSAGE)                                 # 3.30
PHYSICAL = Obj(["artifactLocation"], artifactLocation=ARTIFACT_LOCATION, region=REGION)  # 3.29
LOGICAL = Obj(["fullyQualifiedName"], fullyQualifiedName=Str(".+"))             # 3.33
LOCATION = Obj([], physicalLocation=PHYSICAL, message=MESSAGE,
               logicalLocations=Arr(LOGICAL, unique=True))                      # 3.28
CODE_FLOW = Obj(["threadFlows"], threadFlows=Arr(
    Obj(["locations"], locations=Arr(Obj([], location=LOCATION), 1)), 1))       # 3.36 to 3.38
# What code scanning wants of a rule is required here, and more than the standard wants.
RULE = Obj(["id", "shortDescription", "fullDescription", "help", "properties"],
           id=Str(".+"), shortDescription=MESSAGE, fullDescription=MESSAGE, help=HELP,
           properties=Bag(), defaultConfiguration=Obj([], level=LEVEL))                           # 3.49
RESULT = Obj(["ruleId", "message", "locations", "partialFingerprints"],
             ruleId=Str(".+"), level=LEVEL, message=MESSAGE,
             locations=Arr(LOCATION, 1), codeFlows=Arr(CODE_FLOW), properties=Bag(),
             partialFingerprints=Map(Str(".+")))                                # 3.27
NOTIFICATION = Obj(["message"], level=LEVEL, message=MESSAGE,
                   locations=Arr(LOCATION, unique=True))                        # 3.58
INVOCATION = Obj(["executionSuccessful"], executionSuccessful=Bool(),
                 toolExecutionNotifications=Arr(NOTIFICATION))                  # 3.20
ARTIFACT = Obj([], location=ARTIFACT_LOCATION, properties=Bag(),
               hashes=Map(Str("[0-9a-f]{64}")))                                 # 3.24
DRIVER = Obj(["name"], name=Str(".+"), version=Str(r"\d+\.\d+\.\d+"),
             semanticVersion=Str(r"\d+\.\d+\.\d+"), rules=Arr(RULE, unique=True))  # 3.19
RUN = Obj(["tool"], tool=Obj(["driver"], driver=DRIVER), results=Arr(RESULT),
          columnKind=Str(choices=("utf16CodeUnits", "unicodeCodePoints")),
          artifacts=Arr(ARTIFACT, unique=True), invocations=Arr(INVOCATION))    # 3.14
LOG = Obj(["version", "runs"], **{"$schema": Str("https://.*"), "version": Str(choices=("2.1.0",)),
                                  "runs": Arr(RUN)})                            # 3.13


def validate(log):
    """Raise ValueError with the path of the first violation."""
    LOG.check(log, "")
    for run in log["runs"]:
        ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        if len(set(ids)) != len(ids):
            fail("/rules", "an id stands twice")
        seen = set()
        for result in run["results"]:
            if result["ruleId"] not in ids:
                fail("/results", f"no rule {result['ruleId']}")
            where = result["locations"][0]["physicalLocation"]
            region = where.get("region")
            if region and region["startLine"] == region["endLine"] and \
                    region["endColumn"] <= region["startColumn"]:
                fail("/results", "an empty region")
            # What code scanning takes for one finding must be one.
            key = (where["artifactLocation"]["uri"], result["ruleId"],
                   result["partialFingerprints"]["primaryLocationLineHash"])
            if key in seen:
                fail("/results", f"two results are {key}")
            seen.add(key)
