#![forbid(unsafe_code)]

use std::fmt;

use rowkey_sys::status;

use crate::flat::Call;

/// What is wrong with a template, a schema, a value or a key, and where.
///
/// [`Display`](fmt::Display) prints the row and a sentence; under a wrong template or schema, two more lines show it and
/// a caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    row: Option<usize>,
    column: Option<usize>,
    column_name: Option<Box<str>>,
    position: Option<usize>,
    text: Box<str>,
}

/// The sort of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An argument that is outside what is documented.
    Argument,
    /// A template or a schema that cannot be parsed.
    Syntax,
    /// Types or widths that do not go together, or values of a wrong type.
    Type,
    /// Text that is not a value of its column's type.
    Number,
    /// A value outside its type, or one that does not fit its field.
    Range,
    /// Out of memory.
    Memory,
    /// An instruction set that is unknown or that this CPU lacks.
    Unsupported,
    /// A template with a column that the schema lacks.
    Column,
    /// A file, such as that of `uid(FILE)`, that cannot be opened, read or written, or is damaged.
    Io,
}

impl Error {
    /// The sort of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The first bad row of the batch, from 0. None for single records, and where no row is wrong.
    #[must_use]
    pub fn row(&self) -> Option<usize> {
        self.row
    }

    /// The index of the column concerned.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.column
    }

    /// The name of the column concerned.
    #[must_use]
    pub fn column_name(&self) -> Option<&str> {
        self.column_name.as_deref()
    }

    /// The byte concerned of the template or schema.
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        self.position
    }

    pub(crate) fn new(kind: ErrorKind, text: String) -> Self {
        Error { kind, row: None, column: None, column_name: None, position: None, text: text.into() }
    }

    pub(crate) fn at(mut self, row: Option<usize>, column: Option<usize>) -> Self {
        self.row = row;
        self.column = column;
        self
    }

    /// Of one record, whose row says nothing.
    pub(crate) fn at_no_row(mut self) -> Self {
        self.row = None;
        self
    }

    pub(crate) fn named(mut self, name: Option<&str>) -> Self {
        self.column_name = name.map(Into::into);
        self
    }

    /// The error that a call reported. Functions of which none is documented to end with another status do not.
    pub(crate) fn of_call(status: i32, call: &Call) -> Self {
        Error {
            kind: match status {
                status::SYNTAX => ErrorKind::Syntax,
                status::TYPE => ErrorKind::Type,
                status::NUMBER => ErrorKind::Number,
                status::RANGE => ErrorKind::Range,
                status::MEMORY => ErrorKind::Memory,
                status::UNSUPPORTED => ErrorKind::Unsupported,
                status::COLUMN => ErrorKind::Column,
                status::IO => ErrorKind::Io,
                _ => ErrorKind::Argument,
            },
            row: call.place(0),
            column: call.place(1),
            column_name: None,
            position: call.place(2),
            text: call.text().into(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(row) = self.row {
            write!(f, "row {row}: ")?;
        }
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}
