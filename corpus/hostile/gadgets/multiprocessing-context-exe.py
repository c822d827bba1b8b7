import multiprocessing
multiprocessing.get_context("spawn").set_executable("/bin/sh")
