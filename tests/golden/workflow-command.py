eval("1")  # ::error::x%0A::set-output name=a::b
