def print_table(rows, headers):
    widths = [max(len(str(r[i])) for r in [headers] + rows) for i in range(len(headers))]
    line = "+".join("-" * (w + 2) for w in widths)
    def fmt(r):
        return "|".join(f" {str(c):<{w}} " for c, w in zip(r, widths))
    print(fmt(headers))
    print(line)
    for r in rows:
        print(fmt(r))

print_table([["apple", 3, 0.5], ["watermelon", 1, 2.75]], ["fruit", "n", "price"])
print("{:>10}|{:^10}|{:<10}|{:,}|{:.1%}|{:#x}".format("r", "c", "l", 1234567, 0.256, 255))
print("%-8s|%05d|%6.2f" % ("name", 42, 3.14159))
