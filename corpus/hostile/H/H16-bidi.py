access = "user"
if access != "a‮":  # bidi override
    print("denied")
