from dataclasses import dataclass


@dataclass(slots=True)
class Frame:
    index: int
    pixels: bytearray


def render(index):
    return Frame(index, bytearray([index % 256]) * (3840 * 2160 * 4))


clip = [render(i) for i in range(60 * 30)]
