def flood_fill(image, x, y, new):
    old = image[y][x]
    if old == new:
        return image
    stack = [(x, y)]
    while stack:
        i, j = stack.pop()
        if 0 <= j < len(image) and 0 <= i < len(image[j]) and image[j][i] == old:
            image[j][i] = new
            stack.extend([(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)])
    return image

img = [list("..##.."), list(".##..."), list("......")]
for line in flood_fill(img, 0, 0, "~"):
    print("".join(line))
