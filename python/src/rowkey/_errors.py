"""The exceptions of the package. Their messages are those of the C library."""

from __future__ import annotations


class Error(Exception):
    """Something that the library refused."""


class LayoutError(Error, ValueError):
    """A template that is wrong, or that does not fit the columns.

    The message has three lines where a place in the template is concerned: what is wrong, the template, and a
    caret with what was expected there.

    Attributes:
        offset: the byte of the template concerned, from 0; None when it is the template as a whole.

    """

    def __init__(self, message: str, offset: int | None = None) -> None:
        """Make the error; the arguments are the attributes."""
        super().__init__(message, offset)
        self.offset = offset

    def __str__(self) -> str:
        """Return the message."""
        return str(self.args[0])


class ConditionError(Error, ValueError):
    """A text of conditions that cannot be read, as Layout.ranges() takes it.

    The message has three lines: what is wrong, the text, and a caret with what was expected there.

    Attributes:
        offset: the byte of the text concerned, from 0.

    """

    def __init__(self, message: str, offset: int) -> None:
        """Make the error; the arguments are the attributes."""
        super().__init__(message, offset)
        self.offset = offset

    def __str__(self) -> str:
        """Return the message."""
        return str(self.args[0])


class ChangedKeysWarning(FutureWarning):
    """Columns whose values make other keys than with rowkey 0.4, said once for each change in a process."""


class RowError(Error, ValueError):
    """A value or a key that the layout refuses.

    Attributes:
        reason: what is wrong with it, as the C library says it.
        row: its row in the data that was handed over, from 0.
        column: the name of the column concerned; None when it is none or more than one.

    """

    def __init__(self, reason: str, row: int, column: str | None = None) -> None:
        """Make the error; the arguments are the attributes."""
        super().__init__(reason, row, column)
        self.reason = reason
        self.row = row
        self.column = column

    def __str__(self) -> str:
        """Return the message: the row and the reason."""
        return f"row {self.row}: {self.reason}"


class RecordError(Error, ValueError):
    """A record of text that cannot be read, or a header.

    Attributes:
        reason: what is wrong with it, as the C library says it.
        place: where it is, "events.csv:3", or "line 3" of data without a name.
        row: its number among the records, from 0; None for a header.
        column: the name of the column concerned; None when it is none or more than one.

    """

    def __init__(self, reason: str, place: str, row: int | None = None, column: str | None = None) -> None:
        """Make the error; the arguments are the attributes."""
        super().__init__(reason, place, row, column)
        self.reason = reason
        self.place = place
        self.row = row
        self.column = column

    def __str__(self) -> str:
        """Return the message: the place and the reason."""
        return f"{self.place}: {self.reason}"
