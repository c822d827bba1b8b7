gen = (x for x in ())
frame = gen.gi_frame.f_back
print(frame)
