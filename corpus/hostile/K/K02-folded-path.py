with open("/pr" + "oc/self/environ") as f:
    print(f.read())
