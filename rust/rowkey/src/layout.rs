#![forbid(unsafe_code)]

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use rowkey_sys::status;

use crate::column::Column;
use crate::error::{Error, ErrorKind};
use crate::flat::{Call, Handle, Words};
use crate::keys::{BadRows, Keys};
use crate::value::Value;

/// A compiled template. Clones share it, and any number of threads may use it at the same time; up to 16 of them find
/// working memory ready.
#[derive(Clone)]
pub struct Layout(Arc<Inner>);

pub(crate) struct Inner {
    pub handle: Handle,
    schema: String,
    pub columns: Vec<Declared>,
    width: Option<usize>,
    /// That batches have encoded: random() counts them.
    rows: AtomicU64,
    /// The tag of each column as decoding gives it, 0 where it does not.
    pub kept: OnceLock<Vec<u32>>,
}

/// A column of the schema.
pub(crate) struct Declared {
    pub name: String,
    /// The name of its type and what stands in its brackets: "time" and "ms".
    pub kind: String,
    pub argument: String,
}

impl Layout {
    /// Compiles a template such as `{md5(id) % 1000:03d}|{id}`, or the name of a known design such as
    /// `@phoenix-salted(buckets=16)`, for the columns of a schema such as `id:u64,ts:time(ms)`. The template implies the
    /// columns that the schema leaves out, which may be all of them: `""`. Their order is that of [`Layout::columns`].
    ///
    /// # Errors
    ///
    /// If the template or the schema is wrong. The error shows the place.
    ///
    /// ```
    /// let why = rowkey::Layout::compile("{md6(id)}", "id:u64").unwrap_err();
    /// assert_eq!(why.position(), Some(1));
    /// assert!(why.to_string().contains("\n{md6(id)}\n ^ expected md5"));
    /// ```
    pub fn compile(template: &str, schema: &str) -> Result<Layout, Error> {
        let mut call = Call::default();
        let handle = Handle::open(template, schema, &mut call).map_err(|status| Error::of_call(status, &call))?;
        let (schema, width) = (handle.schema(), handle.key_width());
        let columns = parse_schema(&schema);
        Ok(Layout(Arc::new(Inner { handle, schema, columns, width, rows: AtomicU64::new(0), kept: OnceLock::new() })))
    }

    pub(crate) fn inner(&self) -> &Inner {
        &self.0
    }

    /// The columns, in their order, with their types: `host:text,ts:time(ms)`.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.0.schema
    }

    /// The names of the columns, in the order in which values and columns are given.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.columns.iter().map(|column| column.name.as_str())
    }

    /// The bytes of every key; None where keys differ in length.
    #[must_use]
    pub fn key_width(&self) -> Option<usize> {
        self.0.width
    }

    /// An encoder, which keeps its memory from call to call. A thread that encodes has one of its own.
    #[must_use]
    pub fn encoder(&self) -> Encoder {
        Encoder {
            layout: self.clone(),
            call: Box::default(),
            record: Vec::new(),
            key: vec![0; 256],
            bad_rows: BadRows::Fail,
        }
    }

    /// The row key of one record: a value for each of [`Layout::columns`]. [`Encoder::key`] is faster for many.
    ///
    /// # Errors
    ///
    /// If a value does not fit its column or the template; with the column.
    ///
    /// ```
    /// # use rowkey::Layout;
    /// let layout = Layout::compile("{md5(host) % 1000:03d}|{host}|{ts:u64}", "host:text,ts:u64")?;
    /// let key = layout.key(&["web-1".into(), 1_700_000_000.into()])?;
    /// assert_eq!(key, b"072|web-1|\x00\x00\x00\x00eS\xf1\x00");
    /// # Ok::<(), rowkey::Error>(())
    /// ```
    pub fn key(&self, values: &[Value]) -> Result<Vec<u8>, Error> {
        let (mut call, mut record) = (Call::default(), Vec::with_capacity(256));
        self.put_record(values, &mut record)?;
        let (mut few, mut more) = ([0; 256], Vec::new());
        let mut room = &mut few[..];
        loop {
            match self.0.handle.key(&record, room, &mut call) {
                status::OK => return Ok(room[..call.length()].to_vec()),
                status::SPACE => more.resize(call.length(), 0),
                status => return Err(self.error(status, &call).at_no_row()),
            }
            room = &mut more;
        }
    }

    /// The keys of a batch, in new memory: see [`Encoder::encode`].
    ///
    /// # Errors
    ///
    /// As [`Encoder::encode`].
    pub fn encode(&self, columns: &[Column]) -> Result<Keys, Error> {
        let mut keys = Keys::default();
        self.encoder().encode(columns, &mut keys)?;
        Ok(keys)
    }

    /// What a call reported, with the name of the column.
    pub(crate) fn error(&self, status: i32, call: &Call) -> Error {
        self.name(Error::of_call(status, call))
    }

    pub(crate) fn name(&self, error: Error) -> Error {
        let name = error.column().and_then(|i| Some(self.0.columns.get(i)?.name.as_str()));
        error.named(name)
    }

    /// An error of what was given for a column.
    pub(crate) fn wrong(&self, kind: ErrorKind, column: usize, text: &str) -> Error {
        let text = format!("column {}: {text}", self.0.columns[column].name);
        self.name(Error::new(kind, text).at(None, Some(column)))
    }

    /// Appends a record of `rowkey/flat.h`.
    #[inline]
    fn put_record(&self, values: &[Value], record: &mut Vec<u8>) -> Result<(), Error> {
        self.check_count("values", values.len())?;
        for (i, value) in values.iter().enumerate() {
            value.put(record).map_err(|text| self.wrong(ErrorKind::Range, i, &text))?;
        }
        Ok(())
    }

    #[inline]
    fn check_count(&self, what: &str, got: usize) -> Result<(), Error> {
        let count = self.0.columns.len();
        if got == count {
            return Ok(());
        }
        let text = format!("{got} {what} for {count} columns (expected one for each of {})", self.0.schema);
        Err(Error::new(ErrorKind::Argument, text))
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Layout").field("schema", &self.0.schema).field("key_width", &self.0.width).finish()
    }
}

/// Makes keys of a [`Layout`], with memory that serves one call after the other.
pub struct Encoder {
    layout: Layout,
    call: Box<Call>,
    record: Vec<u8>,
    key: Vec<u8>,
    bad_rows: BadRows,
}

impl Encoder {
    /// Says what becomes of rows of batches that cannot be encoded.
    #[must_use]
    pub fn bad_rows(mut self, bad_rows: BadRows) -> Self {
        self.bad_rows = bad_rows;
        self
    }

    /// Its layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The row key of one record: a value for each of [`Layout::columns`]. It lies in the encoder until the next call.
    ///
    /// # Errors
    ///
    /// If a value does not fit its column or the template; with the column.
    #[inline]
    pub fn key(&mut self, values: &[Value]) -> Result<&[u8], Error> {
        let layout = &self.layout;
        self.record.clear();
        layout.put_record(values, &mut self.record)?;
        loop {
            match layout.0.handle.key(&self.record, &mut self.key, &mut self.call) {
                status::OK => return Ok(&self.key[..self.call.length()]),
                status::SPACE => self.key.resize(self.call.length(), 0),
                status => return Err(layout.error(status, &self.call).at_no_row()),
            }
        }
    }

    /// Encodes a batch into `keys`: a column for each of [`Layout::columns`], all of one length.
    ///
    /// random() makes another number for each row: the rows go on after those that earlier calls on the same layout were
    /// given.
    ///
    /// # Errors
    ///
    /// If a value does not fit its column or the template, with the row and the column; if columns differ in length; if
    /// the layout has no columns. `keys` are then those of no batch.
    ///
    /// ```
    /// # use rowkey::{Keys, Layout};
    /// let layout = Layout::compile("{md5(host) % 1000:03d}|{host}|{ts:u64}", "host:text,ts:u64")?;
    /// let (mut encoder, mut keys) = (layout.encoder(), Keys::default()); // use them again for the next batch
    /// encoder.encode(&[(&["web-1", "web-2"]).into(), (&[1_700_000_000_u64, 1_700_000_001]).into()], &mut keys)?;
    /// assert_eq!(&keys[1], b"947|web-2|\x00\x00\x00\x00eS\xf1\x01");
    ///
    /// let why = encoder.encode(&[(&["a", "b"]).into(), (&[7_i64, -1]).into()], &mut keys).unwrap_err();
    /// assert_eq!((why.row(), why.column_name()), (Some(1), Some("ts")));
    /// # Ok::<(), rowkey::Error>(())
    /// ```
    pub fn encode(&mut self, columns: &[Column], keys: &mut Keys) -> Result<(), Error> {
        keys.make_room(0, Some(0), BadRows::Fail);
        self.layout.check_count("columns", columns.len())?;
        let mut words = Vec::with_capacity(columns.len());
        for (i, column) in columns.iter().enumerate() {
            words.push(column.words().ok_or_else(|| {
                let text = format!(
                    "the validity is not that of {} rows (expected as many as there are values)",
                    column.rows()
                );
                self.layout.wrong(ErrorKind::Argument, i, &text)
            })?);
        }
        self.encode_words(&words, keys)
    }

    pub(crate) fn encode_words(&mut self, columns: &[Words], keys: &mut Keys) -> Result<(), Error> {
        let layout = &self.layout;
        let Some(rows) = columns.first().map(Words::rows) else {
            let text = "a layout without columns has no batches (expected calls of key)";
            return Err(Error::new(ErrorKind::Argument, text.into()));
        };
        if let Some(i) = columns.iter().position(|column| column.rows() != rows) {
            let text = format!("{} rows (expected {rows}, as in the columns before it)", columns[i].rows());
            return Err(layout.wrong(ErrorKind::Argument, i, &text));
        }
        let first_row = layout.0.rows.fetch_add(rows as u64, Ordering::Relaxed);
        keys.make_room(rows, layout.0.width, self.bad_rows);
        loop {
            let room = keys.room(self.bad_rows);
            match layout.0.handle.encode(columns, rows, first_row, room, &mut self.call) {
                status::OK => {
                    keys.filled(rows, self.call.length());
                    return Ok(());
                }
                status::SPACE => keys.grow(self.call.length()),
                status => {
                    keys.make_room(0, Some(0), BadRows::Fail);
                    return Err(layout.error(status, &self.call));
                }
            }
        }
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Encoder")
            .field("layout", &self.layout)
            .field("bad_rows", &self.bad_rows)
            .finish_non_exhaustive()
    }
}

/// Cuts the text that C has written: names and types with a colon between them and commas between columns.
fn parse_schema(schema: &str) -> Vec<Declared> {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    let mut is_comma = |c: char| {
        if escaped {
            escaped = false;
            return false;
        }
        match c {
            '\\' => escaped = quoted && depth > 0,
            '`' if depth == 0 => quoted = !quoted, // of a name
            '"' if depth > 0 => quoted = !quoted,  // of what stands in brackets
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0 && !quoted
    };
    let declared = |column: &str| {
        let of_quoted = column.strip_prefix('`').and_then(|rest| rest.split_once("`:"));
        let (name, declared) = of_quoted.or(column.split_once(':')).unwrap_or((column, ""));
        let (kind, argument) = declared.split_once('(').unwrap_or((declared, ""));
        Declared {
            name: name.into(),
            kind: kind.into(),
            argument: argument.strip_suffix(')').unwrap_or(argument).into(),
        }
    };
    if schema.is_empty() {
        return Vec::new();
    }
    schema.split(&mut is_comma).map(declared).collect()
}
