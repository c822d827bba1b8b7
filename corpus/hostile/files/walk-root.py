import os

for folder, _, names in os.walk("/home"):
    for name in names:
        print(os.path.join(folder, name))
