#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::net::IpAddr;
use std::time::SystemTime;

use rowkey_sys::kind;

use crate::error::{Error, ErrorKind};
use crate::flat::Words;
use crate::value::TimeUnit;

/// The values of a [`Column`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs)] // each holds one value for each row
pub enum Values<'a> {
    U8(Cow<'a, [u8]>),
    U16(Cow<'a, [u16]>),
    U32(Cow<'a, [u32]>),
    U64(Cow<'a, [u64]>),
    I8(Cow<'a, [i8]>),
    I16(Cow<'a, [i16]>),
    I32(Cow<'a, [i32]>),
    I64(Cow<'a, [i64]>),
    I128(Cow<'a, [i128]>),
    F32(Cow<'a, [f32]>),
    F64(Cow<'a, [f64]>),
    Bool(Cow<'a, [bool]>),
    /// Side by side: that of row i is `bytes[offsets[i]..offsets[i + 1]]`.
    Texts {
        bytes: Cow<'a, [u8]>,
        offsets: Cow<'a, [u64]>,
    },
    /// Texts of one width, side by side.
    Fixed {
        bytes: Cow<'a, [u8]>,
        width: usize,
        rows: usize,
    },
    /// This many nulls.
    Nulls(usize),
}

/// A column of a batch: values that are read where they lie, or that it owns, and which of them are null.
///
/// Slices, vectors and arrays of numbers become a column without a copy, as do [`Column::texts`] and the other
/// constructors. Slices of strings and of options are copied.
///
/// ```
/// # use rowkey::Column;
/// let ids: Column = (&[7_u64, 8]).into();
/// let hosts: Column = (&["web-1", "web-2"]).into();
/// let loads: Column = (&[Some(0.5), None]).into();
/// assert_eq!((ids.rows(), hosts.text(1), loads.is_null(1)), (2, Some(&b"web-2"[..]), true));
/// ```
///
/// What it borrows outlives it:
///
/// ```compile_fail,E0597
/// # use rowkey::Column;
/// let ids: Column = {
///     let numbers = vec![7_u64, 8];
///     (&numbers).into()
/// };
/// assert_eq!(ids.rows(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Column<'a> {
    values: Values<'a>,
    kind: u32,
    detail: i8,
    /// Bits, and which of them is that of the first row.
    validity: Option<(Cow<'a, [u8]>, usize)>,
}

impl<'a> Column<'a> {
    fn new(kind: u32, detail: i8, values: Values<'a>) -> Self {
        Column { values, kind, detail, validity: None }
    }

    /// As decoding gives it.
    pub(crate) fn kept(values: Values<'a>) -> Self {
        Self::new(kind::KEPT, 0, values)
    }

    /// Texts as people write them, in UTF-8, which the column's type reads: that of row i is
    /// `bytes[offsets[i]..offsets[i + 1]]`. Offsets that fall, or that lie beyond the bytes, are an error of their row.
    #[must_use]
    pub fn texts(bytes: &'a [u8], offsets: &'a [u64]) -> Self {
        Self::new(kind::TEXT, 0, Values::Texts { bytes: bytes.into(), offsets: offsets.into() })
    }

    /// Values that are given by their own bytes, between offsets as those of [`Column::texts`].
    #[must_use]
    pub fn bytes(bytes: &'a [u8], offsets: &'a [u64]) -> Self {
        Self::new(kind::BYTES, 0, Values::Texts { bytes: bytes.into(), offsets: offsets.into() })
    }

    /// Values of `width` bytes, side by side. What is left of the bytes after the last whole value is not read.
    ///
    /// # Panics
    ///
    /// If `width` is 0.
    #[must_use]
    pub fn fixed(bytes: &'a [u8], width: usize) -> Self {
        let rows = bytes.len() / width;
        Self::new(kind::BYTES, 0, Values::Fixed { bytes: bytes.into(), width, rows })
    }

    /// Decimals of one scale: each is its number / 10^`scale`.
    #[must_use]
    pub fn decimals(unscaled: &'a [i64], scale: i8) -> Self {
        Self::new(kind::DECIMAL, scale, Values::I64(unscaled.into()))
    }

    /// The same of numbers of 128 bits.
    #[must_use]
    pub fn decimals128(unscaled: &'a [i128], scale: i8) -> Self {
        Self::new(kind::DECIMAL, scale, Values::I128(unscaled.into()))
    }

    /// Points in time: counts of `unit` since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn timestamps(counts: &'a [i64], unit: TimeUnit) -> Self {
        Self::new(kind::INSTANT, unit.detail(), Values::I64(counts.into()))
    }

    /// Points in time, counted in the largest unit that is exact for all of them.
    ///
    /// # Errors
    ///
    /// If a time is too far from 1970 to be counted in that unit in 64 bits.
    pub fn system_times(times: &[SystemTime]) -> Result<Column<'static>, Error> {
        let unit = times.iter().map(|&time| TimeUnit::of(time)).max().unwrap_or(TimeUnit::Second);
        let count = |(row, &time)| {
            unit.count(time).ok_or_else(|| {
                let text = format!("{time:?} is too far from 1970 for a batch in which times have parts of a second");
                Error::new(ErrorKind::Range, text).at(Some(row), None)
            })
        };
        let counts: Vec<i64> = times.iter().enumerate().map(count).collect::<Result<_, _>>()?;
        Ok(Column::new(kind::INSTANT, unit.detail(), Values::I64(counts.into())))
    }

    /// Days from 1970-01-01.
    #[must_use]
    pub fn dates(days: &'a [i32]) -> Self {
        Self::new(kind::DATE, 0, Values::I32(days.into()))
    }

    /// Nulls alone.
    #[must_use]
    pub fn nulls(rows: usize) -> Self {
        Self::new(kind::NULL, 0, Values::Nulls(rows))
    }

    /// Makes the rows null for which `valid` is false. There must be one for each row: else encoding is an error.
    #[must_use]
    pub fn with_valid(mut self, valid: &[bool]) -> Self {
        self.validity = Some((bits(valid.iter().copied()).into(), 0));
        if valid.len() != self.rows() {
            self.validity = Some((Cow::Borrowed(&[]), 0)); // too few, so that encoding says it
        }
        self
    }

    /// Makes the rows null whose bit is 0, as in Arrow: that of row i is bit (`first` + i) % 8, from the lowest, of byte
    /// (`first` + i) / 8. Bits that are missing make encoding an error.
    #[must_use]
    pub fn with_validity(mut self, bits: &'a [u8], first: usize) -> Self {
        self.validity = Some((bits.into(), first));
        self
    }

    pub(crate) fn with_owned_validity(mut self, bits: Vec<u8>) -> Self {
        self.validity = Some((bits.into(), 0));
        self
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        match &self.values {
            Values::U8(v) => v.len(),
            Values::U16(v) => v.len(),
            Values::U32(v) => v.len(),
            Values::U64(v) => v.len(),
            Values::I8(v) => v.len(),
            Values::I16(v) => v.len(),
            Values::I32(v) => v.len(),
            Values::I64(v) => v.len(),
            Values::I128(v) => v.len(),
            Values::F32(v) => v.len(),
            Values::F64(v) => v.len(),
            Values::Bool(v) => v.len(),
            Values::Texts { offsets, .. } => offsets.len().saturating_sub(1),
            Values::Fixed { rows, .. } | Values::Nulls(rows) => *rows,
        }
    }

    /// The values. Those of a null row may be anything.
    #[must_use]
    pub fn values(&self) -> &Values<'a> {
        &self.values
    }

    /// Whether a row is null.
    ///
    /// # Panics
    ///
    /// If there are not so many rows, or too few bits of validity.
    #[must_use]
    pub fn is_null(&self, row: usize) -> bool {
        assert!(row < self.rows(), "row {row} of {}", self.rows());
        let is_valid = |(bits, first): &(Cow<[u8]>, usize)| {
            let bit = first.saturating_add(row);
            let byte = bits.get(bit / 8).unwrap_or_else(|| panic!("row {row} has no bit of validity"));
            byte >> (bit % 8) & 1 != 0
        };
        matches!(self.values, Values::Nulls(_)) || self.validity.as_ref().is_some_and(|bits| !is_valid(bits))
    }

    /// The text of a row; None if it is null, or not a text.
    ///
    /// # Panics
    ///
    /// As [`Column::is_null`].
    #[must_use]
    pub fn text(&self, row: usize) -> Option<&[u8]> {
        match &self.values {
            _ if self.is_null(row) => None,
            Values::Texts { bytes, offsets } => bytes.get(offsets[row] as usize..offsets[row + 1] as usize),
            Values::Fixed { bytes, width, .. } => Some(&bytes[row * width..][..*width]),
            _ => None,
        }
    }

    /// None if there are too few bits of validity.
    pub(crate) fn words(&self) -> Option<Words<'_>> {
        let (kind, detail) = (self.kind, self.detail);
        let words = match &self.values {
            Values::U8(v) => Words::numbers(kind, detail, v),
            Values::U16(v) => Words::numbers(kind, detail, v),
            Values::U32(v) => Words::numbers(kind, detail, v),
            Values::U64(v) => Words::numbers(kind, detail, v),
            Values::I8(v) => Words::numbers(kind, detail, v),
            Values::I16(v) => Words::numbers(kind, detail, v),
            Values::I32(v) => Words::numbers(kind, detail, v),
            Values::I64(v) => Words::numbers(kind, detail, v),
            Values::I128(v) => Words::numbers(kind, detail, v),
            Values::F32(v) => Words::numbers(kind, detail, v),
            Values::F64(v) => Words::numbers(kind, detail, v),
            Values::Bool(v) => Words::bools(v),
            Values::Texts { bytes, offsets } => Words::texts(kind, bytes, offsets),
            Values::Fixed { bytes, width, rows } => Words::fixed(kind, bytes, *width, *rows),
            Values::Nulls(rows) => Words::nulls(*rows),
        };
        match &self.validity {
            Some((bits, first)) => words.with_validity(bits, *first),
            None => Some(words),
        }
    }
}

/// A bit for each row, as in Arrow.
fn bits(valid: impl Iterator<Item = bool>) -> Vec<u8> {
    let mut bits = Vec::with_capacity(valid.size_hint().0.div_ceil(8));
    for (row, valid) in valid.enumerate() {
        if row % 8 == 0 {
            bits.push(0);
        }
        bits[row / 8] |= u8::from(valid) << (row % 8);
    }
    bits
}

/// Copies texts, which may lie anywhere; a null one has no bytes.
fn gather<'t>(kind: u32, texts: impl Iterator<Item = Option<&'t [u8]>>) -> Column<'static> {
    let (mut bytes, mut offsets) = (Vec::new(), Vec::with_capacity(texts.size_hint().0 + 1));
    offsets.push(0);
    for text in texts {
        bytes.extend_from_slice(text.unwrap_or_default());
        offsets.push(bytes.len() as u64);
    }
    Column::new(kind, 0, Values::Texts { bytes: bytes.into(), offsets: offsets.into() })
}

/// Columns of vectors and arrays are those of their slices.
macro_rules! slices {
    ($($type:ty),*) => { $(
        impl<'a> From<&'a Vec<$type>> for Column<'a> {
            fn from(values: &'a Vec<$type>) -> Self { values.as_slice().into() }
        }
        impl<'a, const N: usize> From<&'a [$type; N]> for Column<'a> {
            fn from(values: &'a [$type; N]) -> Self { values.as_slice().into() }
        }
    )* };
}

macro_rules! numbers {
    ($($type:ty: $kind:ident $values:ident),*) => { $(
        impl<'a> From<&'a [$type]> for Column<'a> {
            fn from(values: &'a [$type]) -> Self {
                Column::new(kind::$kind, 0, Values::$values(values.into()))
            }
        }
        impl<'a> From<&'a [Option<$type>]> for Column<'a> {
            fn from(values: &'a [Option<$type>]) -> Self {
                let given: Vec<$type> = values.iter().map(|value| value.unwrap_or_default()).collect();
                Column::new(kind::$kind, 0, Values::$values(given.into()))
                    .with_owned_validity(bits(values.iter().map(Option::is_some)))
            }
        }
        slices!($type, Option<$type>);
    )* };
}
numbers!(
    u8: INTEGER U8, u16: INTEGER U16, u32: INTEGER U32, u64: INTEGER U64, i8: INTEGER I8, i16: INTEGER I16,
    i32: INTEGER I32, i64: INTEGER I64, f32: FLOAT F32, f64: FLOAT F64, bool: BOOL Bool
);

macro_rules! texts {
    ($($type:ty: $kind:ident),*) => { $(
        impl<'a> From<&'a [$type]> for Column<'a> {
            fn from(texts: &'a [$type]) -> Self {
                gather(kind::$kind, texts.iter().map(|text| Some(text.as_ref())))
            }
        }
        impl<'a> From<&'a [Option<$type>]> for Column<'a> {
            fn from(texts: &'a [Option<$type>]) -> Self {
                gather(kind::$kind, texts.iter().map(|text| text.as_ref().map(AsRef::as_ref)))
                    .with_owned_validity(bits(texts.iter().map(Option::is_some)))
            }
        }
        slices!($type, Option<$type>);
    )* };
}
texts!(&'a str: TEXT, String: TEXT, &'a [u8]: BYTES, Vec<u8>: BYTES);

impl<'a> From<&'a [[u8; 16]]> for Column<'a> {
    /// UUIDs.
    fn from(uuids: &'a [[u8; 16]]) -> Self {
        let values = Values::Fixed { bytes: uuids.as_flattened().into(), width: 16, rows: uuids.len() };
        Column::new(kind::UUID, 0, values)
    }
}

impl<'a> From<&'a [IpAddr]> for Column<'a> {
    fn from(addresses: &'a [IpAddr]) -> Self {
        let (mut bytes, mut offsets) = (Vec::new(), vec![0]);
        for address in addresses {
            match address {
                IpAddr::V4(v) => bytes.extend_from_slice(&v.octets()),
                IpAddr::V6(v) => bytes.extend_from_slice(&v.octets()),
            }
            offsets.push(bytes.len() as u64);
        }
        Column::new(kind::BYTES, 0, Values::Texts { bytes: bytes.into(), offsets: offsets.into() })
    }
}
slices!([u8; 16], IpAddr);
