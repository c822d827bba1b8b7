import pkgutil

call = pkgutil.resolve_name("os:system")
call("cat CANARY")
