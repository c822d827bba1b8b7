class Phoenix:
    def __del__(self):
        Phoenix()

Phoenix()
