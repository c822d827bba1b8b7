import netrc

print(netrc.netrc("/root/.netrc").hosts)
