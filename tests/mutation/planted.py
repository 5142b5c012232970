def tests():
    return set()


def run(trials):
    return 0
