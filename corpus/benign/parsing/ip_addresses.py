import ipaddress

net = ipaddress.ip_network("192.168.4.0/26")
print(net.num_addresses, net.netmask, list(net.hosts())[:2])
for text in ("10.0.0.5", "2001:db8::1", "300.1.1.1"):
    try:
        a = ipaddress.ip_address(text)
        print(a, a.version, a.is_private)
    except ValueError as e:
        print("bad:", e)
