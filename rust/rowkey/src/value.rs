#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::{Duration, SystemTime};

use rowkey_sys::{form, kind, tag};

/// One value of one record. [The crate's page](crate#values) says which columns take it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// No value: an error, unless the template replaces it, as in `coalesce(host, "none")`.
    Null,
    /// An integer.
    U64(u64),
    /// An integer.
    I64(i64),
    /// A float.
    F64(f64),
    /// A float.
    F32(f32),
    /// A truth value.
    Bool(bool),
    /// A decimal number.
    Decimal(Decimal),
    /// A point in time.
    Timestamp(Timestamp),
    /// A point in time, as the standard library has it.
    SystemTime(SystemTime),
    /// Days from 1970-01-01.
    Date(i32),
    /// Text as people write it, which the column's type reads: "2024-03-01", "12.50", "10.0.0.1".
    Text(Cow<'a, str>),
    /// The bytes of the value itself.
    Bytes(Cow<'a, [u8]>),
    /// A UUID.
    Uuid([u8; 16]),
    /// An address.
    Ip(IpAddr),
    /// The number that stands for a name in a column of type `enum` or `uid`. Decoding gives it.
    Code(u64),
}

/// The number `unscaled` / 10^`scale`: 1250 and 2 are 12.50.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// The digits.
    pub unscaled: i64,
    /// How many digits stand after the point, from -76 to 76.
    pub scale: i8,
}

/// A count of units since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timestamp {
    /// How many units.
    pub count: i64,
    /// What is counted.
    pub unit: TimeUnit,
}

/// What a [`Timestamp`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeUnit {
    /// `s`
    Second,
    /// `ms`
    Millisecond,
    /// `us`
    Microsecond,
    /// `ns`
    Nanosecond,
}

impl TimeUnit {
    /// The rowkey_time_unit.
    pub(crate) fn detail(self) -> i8 {
        self as i8 + 1
    }

    const fn per_second(self) -> i64 {
        [1, 1_000, 1_000_000, 1_000_000_000][self as usize]
    }

    /// The largest unit that counts this time exactly.
    pub(crate) fn of(time: SystemTime) -> Self {
        let nanoseconds = match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => after.subsec_nanos(),
            Err(before) => before.duration().subsec_nanos(),
        };
        match nanoseconds {
            0 => TimeUnit::Second,
            n if n % 1_000_000 == 0 => TimeUnit::Millisecond,
            n if n % 1_000 == 0 => TimeUnit::Microsecond,
            _ => TimeUnit::Nanosecond,
        }
    }

    /// Counts a time exactly, or says that 64 bits do not do.
    pub(crate) fn count(self, time: SystemTime) -> Option<i64> {
        let (span, sign) = match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => (after, 1),
            Err(before) => (before.duration(), -1),
        };
        let nanoseconds = i128::from(span.as_secs()) * 1_000_000_000 + i128::from(span.subsec_nanos());
        let one = i128::from(1_000_000_000 / self.per_second());
        if nanoseconds % one != 0 {
            return None;
        }
        i64::try_from(sign * nanoseconds / one).ok()
    }
}

impl Timestamp {
    /// The same time as the standard library has it; None if it is too far from 1970 for that.
    #[must_use]
    pub fn to_system_time(self) -> Option<SystemTime> {
        let per_second = self.unit.per_second();
        let size = self.count.unsigned_abs();
        let one = 1_000_000_000 / per_second as u64;
        let span = Duration::new(size / per_second as u64, (size % per_second as u64 * one) as u32);
        if self.count < 0 {
            SystemTime::UNIX_EPOCH.checked_sub(span)
        } else {
            SystemTime::UNIX_EPOCH.checked_add(span)
        }
    }
}

macro_rules! from {
    ($($type:ty => |$value:ident| $made:expr;)*) => { $(
        impl<'a> From<$type> for Value<'a> {
            fn from($value: $type) -> Self { $made }
        }
    )* };
}
from! {
    u64 => |v| Value::U64(v);
    u32 => |v| Value::U64(v.into());
    u16 => |v| Value::U64(v.into());
    u8 => |v| Value::U64(v.into());
    usize => |v| Value::U64(v as u64);
    i64 => |v| Value::I64(v);
    i32 => |v| Value::I64(v.into());
    i16 => |v| Value::I64(v.into());
    i8 => |v| Value::I64(v.into());
    isize => |v| Value::I64(v as i64);
    f64 => |v| Value::F64(v);
    f32 => |v| Value::F32(v);
    bool => |v| Value::Bool(v);
    Decimal => |v| Value::Decimal(v);
    Timestamp => |v| Value::Timestamp(v);
    SystemTime => |v| Value::SystemTime(v);
    &'a str => |v| Value::Text(Cow::Borrowed(v));
    &'a String => |v| Value::Text(Cow::Borrowed(v));
    String => |v| Value::Text(Cow::Owned(v));
    &'a [u8] => |v| Value::Bytes(Cow::Borrowed(v));
    &'a Vec<u8> => |v| Value::Bytes(Cow::Borrowed(v));
    Vec<u8> => |v| Value::Bytes(Cow::Owned(v));
    [u8; 16] => |v| Value::Uuid(v);
    IpAddr => |v| Value::Ip(v);
    Ipv4Addr => |v| Value::Ip(v.into());
    Ipv6Addr => |v| Value::Ip(v.into());
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl Value<'_> {
    /// Appends the value to a record of `rowkey/flat.h`, or says what is wrong with it.
    #[inline]
    pub(crate) fn put(&self, record: &mut Vec<u8>) -> Result<(), String> {
        let mut number = |kind, form, detail, bits: u64| {
            let mut value = [0; 12];
            value[..4].copy_from_slice(&tag(kind, form, detail).to_ne_bytes());
            value[4..].copy_from_slice(&bits.to_ne_bytes());
            record.extend_from_slice(&value);
            Ok(())
        };
        match self {
            Value::Null => {
                record.extend_from_slice(&tag(kind::NULL, form::NONE, 0).to_ne_bytes());
                Ok(())
            }
            Value::U64(v) => number(kind::INTEGER, form::U64, 0, *v),
            Value::I64(v) => number(kind::INTEGER, form::I64, 0, *v as u64),
            Value::F64(v) => number(kind::FLOAT, form::F64, 0, v.to_bits()),
            Value::F32(v) => number(kind::FLOAT, form::F64, 0, f64::from(*v).to_bits()),
            Value::Bool(v) => number(kind::BOOL, form::U64, 0, (*v).into()),
            Value::Decimal(v) => number(kind::DECIMAL, form::I64, v.scale, v.unscaled as u64),
            Value::Timestamp(v) => number(kind::INSTANT, form::I64, v.unit.detail(), v.count as u64),
            Value::SystemTime(v) => {
                let unit = TimeUnit::of(*v);
                let count = unit.count(*v).ok_or_else(|| {
                    format!("{v:?} has parts of a second, and is too far from 1970 to count them in 64 bits")
                })?;
                number(kind::INSTANT, form::I64, unit.detail(), count as u64)
            }
            Value::Date(v) => number(kind::DATE, form::I64, 0, i64::from(*v) as u64),
            Value::Code(v) => number(kind::KEPT, form::U64, 0, *v),
            Value::Text(v) => put_bytes(record, kind::TEXT, v.as_bytes()),
            Value::Bytes(v) => put_bytes(record, kind::BYTES, v),
            Value::Uuid(v) => put_bytes(record, kind::UUID, v),
            Value::Ip(IpAddr::V4(v)) => put_bytes(record, kind::BYTES, &v.octets()),
            Value::Ip(IpAddr::V6(v)) => put_bytes(record, kind::BYTES, &v.octets()),
        }
    }
}

fn put_bytes(record: &mut Vec<u8>, kind: u32, bytes: &[u8]) -> Result<(), String> {
    let size = u32::try_from(bytes.len())
        .map_err(|_| format!("a text of {} bytes (expected at most {})", bytes.len(), u32::MAX))?;
    record.extend_from_slice(&tag(kind, form::NONE, 0).to_ne_bytes());
    record.extend_from_slice(&size.to_ne_bytes());
    record.extend_from_slice(bytes);
    Ok(())
}
