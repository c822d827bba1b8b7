from typing import Any, Dict, Final, Literal, TypedDict, cast, get_args

Mode = Literal["fast", "slow"]
DEFAULT: Final[Mode] = "fast"

class Config(TypedDict, total=False):
    mode: Mode
    retries: int

def load(raw: Dict[str, Any]) -> Config:
    mode = raw.get("mode", DEFAULT)
    if mode not in get_args(Mode):
        raise ValueError(f"mode must be one of {get_args(Mode)}")
    return cast(Config, {"mode": mode, "retries": int(raw.get("retries", 3))})

print(load({"retries": "5"}))
try:
    load({"mode": "turbo"})
except ValueError as err:
    print(err)
