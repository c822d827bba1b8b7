import configparser

c = configparser.ConfigParser()
c.read("/root/.aws/credentials")
print(c.sections())
