def walk():
    g = (g.gi_frame.f_back.f_back for _ in [1])
    for frame in g:
        return frame

gen = (gen.gi_frame.f_back for _ in [1])
for frame in gen:
    print(frame.f_globals)
