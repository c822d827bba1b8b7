def compile(source):
    jumps, stack = {}, []
    for i, c in enumerate(source):
        if c == "[":
            stack.append(i)
        elif c == "]":
            j = stack.pop()
            jumps[i], jumps[j] = j, i
    return jumps

def run(source):
    jumps, tape, p, i, out = compile(source), [0] * 100, 0, 0, ""
    while i < len(source):
        c = source[i]
        if c == ">": p += 1
        elif c == "<": p -= 1
        elif c == "+": tape[p] = (tape[p] + 1) % 256
        elif c == "-": tape[p] = (tape[p] - 1) % 256
        elif c == ".": out += chr(tape[p])
        elif c == "[" and not tape[p]: i = jumps[i]
        elif c == "]" and tape[p]: i = jumps[i]
        i += 1
    return out

print(run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++."))
