points = [(0, 10), (1, 14), (2, 9), (3, 18), (4, 16)]
scale = 40
path = " ".join(f"{'M' if i == 0 else 'L'}{x * scale},{200 - y * 10}" for i, (x, y) in enumerate(points))
svg = f"""<svg xmlns="http://www.w3.org/2000/svg" width="200" height="210">
  <path d="{path}" fill="none" stroke="black"/>
  {"".join(f'<circle cx="{x * scale}" cy="{200 - y * 10}" r="3"/>' for x, y in points)}
</svg>"""
with open("chart.svg", "w") as f:
    f.write(svg)
print(len(svg), "bytes")
