#![forbid(unsafe_code)]

use std::iter::FusedIterator;
use std::ops::Range;

use crate::error::{Error, ErrorKind};
use crate::flat::KeysRoom;

/// The keys of a batch. Encoding uses their memory again, so that one of them serves many batches.
///
/// `Keys::default()` is ready for [`Encoder::encode`](crate::Encoder::encode); [`Keys::new`] and [`Keys::from_iter`] make
/// one of keys from elsewhere, for [`Layout::decode`](crate::Layout::decode).
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// As much as was ever needed; the keys are its first `used` bytes.
    bytes: Vec<u8>,
    used: usize,
    /// One more than there are keys, or none for keys of one width.
    offsets: Vec<u64>,
    width: usize,
    rows: usize,
    /// A bit for each key, or none if no key may be null.
    validity: Vec<u8>,
}

/// What [`Encoder::encode`](crate::Encoder::encode) does with rows that cannot be encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BadRows {
    /// The first of them is the error of the call.
    #[default]
    Fail,
    /// A null that the template does not replace makes a null key; a bad value is an error.
    NullForNulls,
    /// Both make null keys.
    NullForBad,
}

impl Keys {
    /// Keys that lie side by side: key i is `bytes[offsets[i]..offsets[i + 1]]`.
    ///
    /// # Errors
    ///
    /// If offsets fall or lie beyond the bytes, with the row; if there are none, as no keys have the offset 0.
    pub fn new(bytes: Vec<u8>, offsets: Vec<u64>) -> Result<Keys, Error> {
        let wrong = |text, row| Err(Error::new(ErrorKind::Argument, text).at(Some(row), None));
        for (row, pair) in offsets.windows(2).enumerate() {
            if pair[0] > pair[1] {
                return wrong(format!("the key ends at byte {}, before it begins at {}", pair[1], pair[0]), row);
            }
            if pair[1] > bytes.len() as u64 {
                return wrong(format!("the key ends at byte {} of {}", pair[1], bytes.len()), row);
            }
        }
        let first = offsets.first().copied().unwrap_or(u64::MAX);
        if first > bytes.len() as u64 {
            let text = format!(
                "the offsets are {offsets:?} (expected one more than there are keys, from 0 to {} at most)",
                bytes.len()
            );
            return Err(Error::new(ErrorKind::Argument, text));
        }
        let rows = offsets.len() - 1;
        Ok(Keys { used: bytes.len(), bytes, offsets, rows, ..Keys::default() })
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Key i; None for a null key, which [`BadRows`] alone makes.
    ///
    /// # Panics
    ///
    /// If there are not so many keys.
    #[must_use]
    pub fn get(&self, i: usize) -> Option<&[u8]> {
        assert!(i < self.rows, "key {i} of {}", self.rows);
        if !self.validity.is_empty() && self.validity[i / 8] >> (i % 8) & 1 == 0 {
            return None;
        }
        Some(if self.offsets.is_empty() {
            &self.bytes[i * self.width..][..self.width]
        } else {
            &self.bytes[self.offsets[i] as usize..self.offsets[i + 1] as usize]
        })
    }

    /// The keys in the order of the rows.
    #[must_use]
    pub fn iter(&self) -> KeysIter<'_> {
        KeysIter { keys: self, rows: 0..self.rows }
    }

    /// The bytes of all keys, side by side. A null key has none or, if all keys have one width, that many bytes 0x00.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.used]
    }

    /// Where keys begin and end in [`Keys::bytes`], one more than there are keys; None for keys of one width.
    #[must_use]
    pub fn offsets(&self) -> Option<&[u64]> {
        (!self.offsets.is_empty()).then_some(&self.offsets[..])
    }

    /// The bytes of every key, where all have one width.
    #[must_use]
    pub fn width(&self) -> Option<usize> {
        self.offsets.is_empty().then_some(self.width)
    }

    /// A bit for each key, 0 for a null one, as in Arrow; None if no key may be null.
    #[must_use]
    pub fn validity(&self) -> Option<&[u8]> {
        (!self.validity.is_empty()).then_some(&self.validity[..])
    }

    pub(crate) fn first_null(&self) -> Option<usize> {
        (!self.validity.is_empty()).then(|| self.iter().position(|key| key.is_none()))?
    }

    /// Forgets the keys, and makes room for `rows` of `width` bytes each, or for offsets.
    pub(crate) fn make_room(&mut self, rows: usize, width: Option<usize>, bad_rows: BadRows) {
        self.rows = 0;
        self.used = 0;
        self.width = width.unwrap_or(0);
        self.offsets.clear();
        self.validity.clear();
        match width {
            Some(width) => self.grow(width.saturating_mul(rows)),
            None => self.offsets.resize(rows + 1, 0),
        }
        if bad_rows != BadRows::Fail {
            self.validity.resize(rows.div_ceil(8), 0);
        }
    }

    pub(crate) fn grow(&mut self, size: usize) {
        if self.bytes.len() < size {
            self.bytes.resize(size, 0);
        }
    }

    pub(crate) fn room(&mut self, bad_rows: BadRows) -> KeysRoom<'_> {
        KeysRoom {
            bytes: &mut self.bytes,
            offsets: &mut self.offsets,
            validity: &mut self.validity,
            bad_rows: bad_rows as u64,
        }
    }

    pub(crate) fn filled(&mut self, rows: usize, used: usize) {
        self.rows = rows;
        self.used = used;
    }

    /// Bytes, offsets, validity.
    #[cfg(feature = "arrow")]
    pub(crate) fn into_parts(mut self) -> (Vec<u8>, Vec<u64>, Vec<u8>) {
        self.bytes.truncate(self.used);
        (self.bytes, self.offsets, self.validity)
    }
}

/// The keys of [`Keys`] in the order of the rows, None for a null one: see [`Keys::iter`].
#[derive(Clone, Debug)]
pub struct KeysIter<'a> {
    keys: &'a Keys,
    rows: Range<usize>,
}

impl<'a> Iterator for KeysIter<'a> {
    type Item = Option<&'a [u8]>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next().map(|i| self.keys.get(i))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.rows.nth(n).map(|i| self.keys.get(i))
    }
}

impl DoubleEndedIterator for KeysIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.rows.next_back().map(|i| self.keys.get(i))
    }
}

impl ExactSizeIterator for KeysIter<'_> {}
impl FusedIterator for KeysIter<'_> {}

/// ```
/// let keys = rowkey::Keys::from_iter(["a", "b"]);
/// for key in &keys {
///     println!("{:x?}", key.expect("no key of a table is null"));
/// }
/// # assert_eq!((&keys).into_iter().rev().collect::<Vec<_>>(), [Some(&b"b"[..]), Some(b"a")]);
/// ```
impl<'a> IntoIterator for &'a Keys {
    type Item = Option<&'a [u8]>;
    type IntoIter = KeysIter<'a>;

    fn into_iter(self) -> KeysIter<'a> {
        self.iter()
    }
}

/// Copies keys, such as those read from a table.
impl<K: AsRef<[u8]>> FromIterator<K> for Keys {
    fn from_iter<I: IntoIterator<Item = K>>(all: I) -> Self {
        let mut keys = Keys { offsets: vec![0], ..Keys::default() };
        for key in all {
            keys.bytes.extend_from_slice(key.as_ref());
            keys.used = keys.bytes.len();
            keys.offsets.push(keys.used as u64);
            keys.rows += 1;
        }
        keys
    }
}

/// # Panics
///
/// If the key is null, or if there are not so many.
impl std::ops::Index<usize> for Keys {
    type Output = [u8];

    fn index(&self, i: usize) -> &[u8] {
        self.get(i).unwrap_or_else(|| panic!("key {i} is null"))
    }
}
