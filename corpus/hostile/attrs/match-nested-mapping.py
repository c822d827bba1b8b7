match {"f": print}:
    case {"f": object(__self__=object(eval=run))}:
        print(run("3 + 3"))
