(lambda f, s: f(f, s + s))(lambda f, s: f(f, s + s), "a")
