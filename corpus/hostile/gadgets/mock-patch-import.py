from unittest.mock import patch

with patch("builtins.open") as fake:
    print(open("CANARY"))
