from unittest.mock import patch, MagicMock, Mock
with patch("time.sleep") as s:
    pass
