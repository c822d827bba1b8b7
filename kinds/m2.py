from unittest import mock
import os
mock.patch.object(os, "getcwd")
