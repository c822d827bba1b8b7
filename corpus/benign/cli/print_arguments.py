"""Print the settings a run was started with."""
import argparse
import json


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=100)
    parser.add_argument("--name", default="sample")
    args = parser.parse_args([])
    for key, value in sorted(vars(args).items()):
        print(f"{key:>8}: {value}")
    config = vars(args)
    print(json.dumps(config), config["rows"], [vars(args)[k] for k in config])


if __name__ == "__main__":
    main()
