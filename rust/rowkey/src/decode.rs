#![forbid(unsafe_code)]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use rowkey_sys::{form, kind, status, tag};

use crate::column::{Column, Values};
use crate::error::{Error, ErrorKind};
use crate::flat::{Call, Number, Room};
use crate::keys::Keys;
use crate::layout::{Declared, Layout};
use crate::value::{Decimal, TimeUnit, Timestamp, Value};

const U64: u32 = tag(kind::KEPT, form::U64, 0);
const I64: u32 = tag(kind::KEPT, form::I64, 0);
const F64: u32 = tag(kind::KEPT, form::F64, 0);
const F32: u32 = tag(kind::KEPT, form::F32, 0);
const TEXT: u32 = tag(kind::KEPT, form::NONE, 0);
const NULL: u32 = tag(kind::NULL, form::NONE, 0);

/// Room for a column of one type.
enum Decoded {
    None,
    U64(Vec<u64>),
    I64(Vec<i64>),
    F64(Vec<f64>),
    F32(Vec<f32>),
    Texts(Vec<u8>, Vec<u64>),
}

impl Decoded {
    fn new(tag: u32, rows: usize, size: usize) -> Self {
        match tag {
            U64 => Decoded::U64(vec![0; rows]),
            I64 => Decoded::I64(vec![0; rows]),
            F64 => Decoded::F64(vec![0.0; rows]),
            F32 => Decoded::F32(vec![0.0; rows]),
            TEXT => Decoded::Texts(vec![0; size + size / 2 + 1], vec![0; rows + 1]),
            _ => Decoded::None,
        }
    }

    fn room<'a>(&'a mut self, validity: &'a mut [u8]) -> Room<'a> {
        match self {
            Decoded::None => Room::none(),
            Decoded::U64(v) => Room::numbers(kind::KEPT, v, validity),
            Decoded::I64(v) => Room::numbers(kind::KEPT, v, validity),
            Decoded::F64(v) => Room::numbers(kind::KEPT, v, validity),
            Decoded::F32(v) => Room::numbers(kind::KEPT, v, validity),
            Decoded::Texts(bytes, offsets) => Room::texts(kind::KEPT, bytes, offsets, validity),
        }
    }

    fn column(self) -> Option<Column<'static>> {
        Some(Column::kept(match self {
            Decoded::None => return None,
            Decoded::U64(v) => Values::U64(v.into()),
            Decoded::I64(v) => Values::I64(v.into()),
            Decoded::F64(v) => Values::F64(v.into()),
            Decoded::F32(v) => Values::F32(v.into()),
            Decoded::Texts(mut bytes, offsets) => {
                bytes.truncate(*offsets.last().expect("one more than rows") as usize);
                Values::Texts { bytes: bytes.into(), offsets: offsets.into() }
            }
        }))
    }
}

impl Layout {
    /// The columns that a key holds, in their order, with every byte of the key checked. None stands for a column that
    /// is not recovered, such as one of which only a hash is in the key. Values are those of the column's type:
    /// [`Value::Timestamp`] for `time(ms)`, [`Value::Decimal`] for `decimal(2)`, and so on; text that is not UTF-8, and
    /// the bytes of `bytes`, `hex` and `base64`, are [`Value::Bytes`]. [`Layout::key`] takes all of them back.
    ///
    /// # Errors
    ///
    /// If the bytes are not a key of this layout.
    ///
    /// ```
    /// # use rowkey::{Layout, Value};
    /// let layout = Layout::compile("{md5(host) % 1000:03d}|{host}|{ts:u64}", "host:text,ts:u64")?;
    /// let record = layout.decode_key(b"072|web-1|\x00\x00\x00\x00eS\xf1\x00")?;
    /// assert_eq!(record, [Some(Value::from("web-1")), Some(Value::U64(1_700_000_000))]);
    /// # Ok::<(), rowkey::Error>(())
    /// ```
    pub fn decode_key(&self, key: &[u8]) -> Result<Vec<Option<Value<'static>>>, Error> {
        let (mut call, mut record) = (Call::default(), vec![0; 256]);
        loop {
            match self.inner().handle.record(key, &mut record, &mut call) {
                status::OK => break,
                status::SPACE => record.resize(call.length(), 0),
                status => return Err(self.error(status, &call).at_no_row()),
            }
        }
        let mut rest = &record[..call.length()];
        let mut take = |size| {
            let (taken, after) = rest.split_at(size);
            rest = after;
            taken
        };
        let value = |declared: &Declared| {
            let tag = u32::from_ne_bytes(take(4).try_into().expect("4 bytes"));
            match tag {
                0 => None,
                NULL => Some(Value::Null),
                TEXT => {
                    let size = u32::from_ne_bytes(take(4).try_into().expect("4 bytes"));
                    Some(declared.text(take(size as usize)))
                }
                _ => Some(declared.number(tag, take(8).try_into().expect("8 bytes"))),
            }
        };
        Ok(self.inner().columns.iter().map(value).collect())
    }

    /// Decodes keys into their columns, in new memory, with every byte of the keys checked. None stands for a column
    /// that is not recovered. Values are as the layout keeps them: [`Values::U64`], [`Values::I64`], [`Values::F64`],
    /// [`Values::F32`] or [`Values::Texts`]: counts of the unit of `time(ms)`, hundredths of `decimal(2)`, the number of a
    /// name of an `enum`. [`Encoder::encode`](crate::Encoder::encode) takes the columns back.
    ///
    /// # Errors
    ///
    /// If a key is null or not one of this layout; with its row.
    ///
    /// ```
    /// # use rowkey::{Keys, Layout, Values};
    /// let layout = Layout::compile("{host}|{ts:u64}", "host:text,ts:u64")?;
    /// let keys = layout.encode(&[(&["web-1", "web-2"]).into(), (&[7_u64, 8]).into()])?;
    /// let columns = layout.decode(&keys)?;
    /// let (hosts, times) = (columns[0].as_ref().unwrap(), columns[1].as_ref().unwrap());
    /// assert_eq!(hosts.text(1), Some(&b"web-2"[..]));
    /// assert_eq!(times.values(), &Values::U64(vec![7, 8].into()));
    /// # Ok::<(), rowkey::Error>(())
    /// ```
    pub fn decode(&self, keys: &Keys) -> Result<Vec<Option<Column<'static>>>, Error> {
        if let Some(row) = keys.first_null() {
            let text = "a null key (expected the bytes of a key)";
            return Err(Error::new(ErrorKind::Argument, text.into()).at(Some(row), None));
        }
        let (rows, size) = (keys.len(), keys.bytes().len());
        let stride = rows.div_ceil(8);
        let tags = self.kept_tags()?;
        let mut decoded: Vec<Decoded> = tags.iter().map(|&tag| Decoded::new(tag, rows, size)).collect();
        let mut validity = vec![0; stride * tags.len()];
        if rows > 0 {
            let mut call = Call::default();
            let mut bits = &mut validity[..];
            let mut room = Vec::with_capacity(tags.len());
            for column in &mut decoded {
                let (first, after) = std::mem::take(&mut bits).split_at_mut(stride);
                room.push(column.room(first));
                bits = after;
            }
            let (offsets, width) = (keys.offsets().unwrap_or_default(), keys.width().unwrap_or_default());
            let status = self.inner().handle.decode(keys.bytes(), offsets, width, rows, &room, &mut call);
            if status != status::OK {
                return Err(self.error(status, &call));
            }
        }
        let column = |(i, column): (usize, Decoded)| {
            let bits = &validity[i * stride..][..stride];
            let column = column.column()?;
            Some(if all_valid(bits, rows) { column } else { column.with_owned_validity(bits.to_vec()) })
        };
        Ok(decoded.into_iter().enumerate().map(column).collect())
    }

    /// Asks C which tag it decodes each column to, as which types are kept in which form is known there: it looks at the
    /// tags even of no keys, but for columns that it does not recover, for which it takes any.
    fn kept_tags(&self) -> Result<&[u32], Error> {
        let inner = self.inner();
        if let Some(tags) = inner.kept.get() {
            return Ok(tags);
        }
        let mut call = Call::default();
        // Any other error, such as one of memory, is no answer.
        let mut takes = |i: usize, column: Room| {
            let mut columns: Vec<Room> = inner.columns.iter().map(|_| Room::none()).collect();
            columns[i] = column;
            match inner.handle.decode(&[], &[], 0, 0, &columns, &mut call) {
                status::OK => Ok(true),
                status::TYPE => Ok(false),
                status => Err(self.error(status, &call)),
            }
        };
        fn numbers<T: Number + 'static>() -> Room<'static> {
            Room::numbers::<T>(kind::KEPT, &mut [], &mut [])
        }
        let mut tag_of = |i| {
            Ok(if takes(i, numbers::<i8>())? {
                0 // no column is kept as that
            } else if takes(i, numbers::<u64>())? {
                U64
            } else if takes(i, numbers::<i64>())? {
                I64
            } else if takes(i, numbers::<f64>())? {
                F64
            } else if takes(i, numbers::<f32>())? {
                F32
            } else {
                TEXT
            })
        };
        let tags = (0..inner.columns.len()).map(&mut tag_of).collect::<Result<_, Error>>()?;
        Ok(inner.kept.get_or_init(|| tags))
    }
}

fn all_valid(bits: &[u8], rows: usize) -> bool {
    let (whole, rest) = bits.split_at(rows / 8);
    whole.iter().all(|&byte| byte == 0xff) && (0..rows % 8).all(|bit| rest[0] >> bit & 1 != 0)
}

impl Declared {
    /// A kept text as Rust has it.
    fn text(&self, kept: &[u8]) -> Value<'static> {
        match (self.kind.as_str(), kept.len()) {
            ("text", _) => match std::str::from_utf8(kept) {
                Ok(text) => text.to_owned().into(),
                Err(_) => kept.to_owned().into(),
            },
            ("uuid", 16) => Value::Uuid(kept.try_into().expect("16 bytes")),
            ("ip", 16) => {
                let octets: [u8; 16] = kept.try_into().expect("16 bytes");
                Value::Ip(IpAddr::V6(Ipv6Addr::from(octets)).to_canonical())
            }
            _ => kept.to_owned().into(),
        }
    }

    /// A kept number as Rust has it.
    fn number(&self, tag: u32, bytes: [u8; 8]) -> Value<'static> {
        let number = u64::from_ne_bytes(bytes);
        match tag {
            F64 => return Value::F64(f64::from_bits(number)),
            F32 => return Value::F32(f32::from_ne_bytes(bytes[..4].try_into().expect("4 bytes"))),
            _ => {}
        }
        let unit = match self.argument.split(',').next() {
            Some("s") => Some(TimeUnit::Second),
            Some("ms") => Some(TimeUnit::Millisecond),
            Some("us") => Some(TimeUnit::Microsecond),
            Some("ns") => Some(TimeUnit::Nanosecond),
            _ => None,
        };
        match (self.kind.as_str(), unit, self.argument.parse()) {
            ("time" | "epoch", Some(unit), _) => Value::Timestamp(Timestamp { count: number as i64, unit }),
            ("decimal", _, Ok(scale)) => Value::Decimal(Decimal { unscaled: number as i64, scale }),
            ("bool", ..) => Value::Bool(number == 1),
            ("ipv4", ..) => Ipv4Addr::from(number as u32).into(),
            ("enum" | "uid", ..) => Value::Code(number),
            _ if tag == I64 => Value::I64(number as i64),
            _ => Value::U64(number),
        }
    }
}
