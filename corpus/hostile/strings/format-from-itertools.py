"""Every second letter makes a template that reads attributes."""
from itertools import compress, cycle

text = "".join(compress("{x0x.x_x_xcxlxaxsxsx_x_x.x_x_xbxaxsxex_x_x}x", cycle([1, 0])))
print(text.format(1))
