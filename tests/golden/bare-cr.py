# hieval("1")
