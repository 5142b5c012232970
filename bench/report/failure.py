"""The one exception that ends bench-report with a message instead of a traceback."""

EXIT_REGRESSION = 1
EXIT_USAGE = 2
EXIT_FAILED = 3


class Failure(Exception):
    def __init__(self, text, status=EXIT_FAILED):
        super().__init__(text)
        self.status = status
