# -*- coding: utf-7 -*-
# +AAo-import os
