import pip

pip.main(["install", "no-such-package-canary"])
