import tracemalloc
tracemalloc.Snapshot.load("x")
