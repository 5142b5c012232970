//! The only module with unsafe code: calls of `rowkey/flat.h`.
//!
//! C gets the addresses of columns as words. [`Words`] and [`Room`] are made here alone, from slices whose lifetime they
//! carry, so that a call outlives no memory and writes to none that is shared.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use rowkey_sys as sys;
use rowkey_sys::{form, tag};

const WHY: usize = PLACES + sys::ROWKEY_ERROR_TEXT_SIZE;
/// The row, the column and the byte, before the text of an error.
const PLACES: usize = 24;

/// What a call says besides its status.
pub(crate) struct Call {
    /// Of a key or record, or of all keys; what is enough after [`sys::status::SPACE`].
    pub length: u64,
    /// The places and the first byte of the text have values from the beginning. C writes it from the beginning to a NUL
    /// at least, and nothing unless there is an error: filling a kilobyte for each key would take long.
    why: [MaybeUninit<u8>; WHY],
}

impl Default for Call {
    fn default() -> Self {
        let mut why = [MaybeUninit::uninit(); WHY];
        why[..=PLACES].fill(MaybeUninit::new(0));
        Call { length: 0, why }
    }
}

impl Call {
    pub fn length(&self) -> usize {
        self.length.try_into().unwrap_or(usize::MAX) // too much for any memory
    }

    /// Place i of the last error: its row, its column or the byte of the template.
    pub fn place(&self, i: usize) -> Option<usize> {
        let bytes: [MaybeUninit<u8>; 8] = self.why[..PLACES][8 * i..][..8].try_into().expect("8 bytes");
        // SAFETY: places always have values.
        let place = i64::from_ne_bytes(bytes.map(|byte| unsafe { byte.assume_init() }));
        usize::try_from(place).ok()
    }

    /// The sentence of the last error.
    pub fn text(&self) -> String {
        // SAFETY: bytes up to the first NUL have values, and none is looked at after it.
        let bytes = self.why[PLACES..].iter().map(|byte| unsafe { byte.assume_init() });
        let text: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
        String::from_utf8_lossy(&text).into_owned()
    }

    fn why(&mut self) -> *mut u8 {
        self.why.as_mut_ptr().cast()
    }
}

/// A number of columns that are read or written where they lie.
///
/// # Safety
///
/// FORM must say how the type lies in memory, and every pattern of bits must be a value of the type: decoding writes it.
pub(crate) unsafe trait Number: Copy + Default {
    const FORM: u32;
}

macro_rules! numbers {
    ($($type:ty: $form:ident),*) => { $(
        // SAFETY: the form is that of the type.
        unsafe impl Number for $type { const FORM: u32 = form::$form; }
    )* };
}
numbers!(i8: I8, i16: I16, i32: I32, i64: I64, u8: U8, u16: U16, u32: U32, u64: U64, i128: I128, f32: F32, f64: F64);
#[cfg(feature = "arrow")]
numbers!(arrow_buffer::i256: I256);

/// An offset of 64 bits. C takes one below 0 for one above 2^63.
///
/// # Safety
///
/// The type must lie in memory as a u64.
pub(crate) unsafe trait Offset {}
// SAFETY: it is that.
unsafe impl Offset for u64 {}
// SAFETY: it lies like one.
#[cfg(feature = "arrow")]
unsafe impl Offset for i64 {}

/// A column of values to encode.
#[repr(transparent)]
pub(crate) struct Words<'a>([u64; sys::ROWKEY_FLAT_COLUMN], PhantomData<&'a [u8]>);

fn address<T>(values: &[T]) -> u64 {
    values.as_ptr() as usize as u64
}

impl<'a> Words<'a> {
    fn new<T>(tag: u32, rows: usize, data: &'a [T]) -> Self {
        let mut words = [0; sys::ROWKEY_FLAT_COLUMN];
        words[0] = tag.into();
        words[1] = rows as u64;
        words[2] = address(data);
        words[3] = size_of_val(data) as u64;
        Words(words, PhantomData)
    }

    pub fn numbers<T: Number>(kind: u32, detail: i8, numbers: &'a [T]) -> Self {
        Self::new(tag(kind, T::FORM, detail), numbers.len(), numbers)
    }

    /// Bools of a byte each.
    pub fn bools(bools: &'a [bool]) -> Self {
        Self::new(tag(sys::kind::BOOL, form::U8, 0), bools.len(), bools)
    }

    /// Bools of a bit each.
    #[cfg(feature = "arrow")]
    pub fn bits(bits: &'a [u8], rows: usize) -> Self {
        assert!(rows <= bits.len().saturating_mul(8));
        Self::new(tag(sys::kind::BOOL, form::BITS, 0), rows, bits)
    }

    pub fn nulls(rows: usize) -> Self {
        Self::new::<u8>(tag(sys::kind::NULL, form::NONE, 0), rows, &[])
    }

    /// Texts between offsets, of which C finds those that are wrong.
    pub fn texts<T: Offset>(kind: u32, bytes: &'a [u8], offsets: &'a [T]) -> Self {
        let mut words = Self::new(tag(kind, form::NONE, 0), offsets.len().saturating_sub(1), bytes);
        words.0[4] = address(offsets);
        words.0[5] = address(offsets.get(1..).unwrap_or(offsets));
        words
    }

    /// The same with offsets of 32 bits.
    #[cfg(feature = "arrow")]
    pub fn texts32(kind: u32, bytes: &'a [u8], offsets: &'a [i32]) -> Self {
        let mut words = Self::new(tag(kind, form::NONE, 0), offsets.len().saturating_sub(1), bytes);
        words.0[6] = address(offsets);
        words
    }

    /// Texts of one width, side by side.
    pub fn fixed(kind: u32, bytes: &'a [u8], width: usize, rows: usize) -> Self {
        let mut words = Self::new(tag(kind, form::NONE, 0), rows, bytes);
        words.0[7] = width as u64;
        words
    }

    /// Adds a bit for each row from `first` on; None if there are too few of them.
    pub fn with_validity(mut self, bits: &'a [u8], first: usize) -> Option<Self> {
        if first.checked_add(self.rows())? > bits.len().checked_mul(8)? {
            return None;
        }
        self.0[8] = address(bits);
        self.0[9] = first as u64;
        Some(self)
    }

    pub fn rows(&self) -> usize {
        self.0[1] as usize
    }
}

/// Where a column that is decoded goes.
#[repr(transparent)]
pub(crate) struct Room<'a>([u64; sys::ROWKEY_FLAT_COLUMN], PhantomData<&'a mut [u8]>);

impl<'a> Room<'a> {
    /// For a column that is not wanted.
    pub fn none() -> Self {
        Room([0; sys::ROWKEY_FLAT_COLUMN], PhantomData)
    }

    pub fn numbers<T: Number>(kind: u32, numbers: &'a mut [T], validity: &'a mut [u8]) -> Self {
        Self::new(tag(kind, T::FORM, 0), numbers.len(), numbers, validity)
    }

    pub fn texts(kind: u32, bytes: &'a mut [u8], offsets: &'a mut [u64], validity: &'a mut [u8]) -> Self {
        let rows = offsets.len().checked_sub(1).expect("one offset more than rows");
        let mut room = Self::new(tag(kind, form::NONE, 0), rows, bytes, validity);
        room.0[4] = offsets.as_mut_ptr() as usize as u64;
        room
    }

    fn new<T>(tag: u32, rows: usize, data: &'a mut [T], validity: &'a mut [u8]) -> Self {
        assert!(rows <= validity.len().saturating_mul(8));
        let mut room = Self::none();
        room.0[0] = tag.into();
        room.0[1] = rows as u64;
        room.0[2] = data.as_mut_ptr() as usize as u64;
        room.0[3] = size_of_val(data) as u64;
        room.0[8] = validity.as_mut_ptr() as usize as u64;
        room
    }
}

/// Where the keys of a batch go.
pub(crate) struct KeysRoom<'a> {
    pub bytes: &'a mut [u8],
    /// Of one more than there are rows, or empty for keys of one width.
    pub offsets: &'a mut [u64],
    /// Of a bit for each row, or empty where a bad row is an error.
    pub validity: &'a mut [u8],
    /// A rowkey_bad_rows.
    pub bad_rows: u64,
}

/// A compiled layout.
pub(crate) struct Handle(NonNull<sys::rowkey_flat>);

// SAFETY: all functions but rowkey_flat_free are thread-safe on one handle, and drop has it alone.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the handle is that of rowkey_flat_open, and no call uses it.
        unsafe { sys::rowkey_flat_free(self.0.as_ptr()) }
    }
}

impl Handle {
    pub fn open(template: &str, schema: &str, call: &mut Call) -> Result<Handle, i32> {
        let mut flat = std::ptr::null_mut();
        // SAFETY: each address is that of as many bytes as the size after it says.
        let status = unsafe {
            sys::rowkey_flat_open(
                template.as_ptr().cast(),
                template.len(),
                schema.as_ptr().cast(),
                schema.len(),
                &mut flat,
                call.why(),
                WHY,
            )
        };
        NonNull::new(flat).map(Handle).ok_or(status)
    }

    pub fn schema(&self) -> String {
        // SAFETY: no bytes are written to an address of 0 bytes.
        let size = unsafe { sys::rowkey_flat_schema(self.0.as_ptr(), std::ptr::null_mut(), 0) };
        let mut text = vec![0; size];
        // SAFETY: the address is that of `size` bytes.
        unsafe { sys::rowkey_flat_schema(self.0.as_ptr(), text.as_mut_ptr(), size) };
        String::from_utf8_lossy(&text).into_owned()
    }

    pub fn key_width(&self) -> Option<usize> {
        // SAFETY: the handle is valid.
        let width = unsafe { sys::rowkey_flat_key_width(self.0.as_ptr()) };
        (width != u64::MAX).then_some(width as usize)
    }

    pub fn key(&self, record: &[u8], key: &mut [u8], call: &mut Call) -> i32 {
        // SAFETY: each address is that of as many bytes as the size after it says.
        unsafe {
            sys::rowkey_flat_key(
                self.0.as_ptr(),
                record.as_ptr().cast(),
                record.len(),
                key.as_mut_ptr().cast(),
                key.len(),
                &mut call.length,
                call.why(),
                WHY,
            )
        }
    }

    pub fn record(&self, key: &[u8], record: &mut [u8], call: &mut Call) -> i32 {
        // SAFETY: each address is that of as many bytes as the size after it says.
        unsafe {
            sys::rowkey_flat_record(
                self.0.as_ptr(),
                key.as_ptr().cast(),
                key.len(),
                record.as_mut_ptr().cast(),
                record.len(),
                &mut call.length,
                call.why(),
                WHY,
            )
        }
    }

    /// Encodes `rows` rows, which no column has fewer of.
    pub fn encode(&self, columns: &[Words], rows: usize, first_row: u64, room: KeysRoom, call: &mut Call) -> i32 {
        assert!(room.offsets.is_empty() || room.offsets.len() > rows);
        assert!(room.validity.is_empty() || rows <= room.validity.len().saturating_mul(8));
        let mut keys = [0; sys::ROWKEY_FLAT_KEYS];
        keys[0] = room.bytes.as_mut_ptr() as usize as u64;
        keys[1] = room.bytes.len() as u64;
        if !room.offsets.is_empty() {
            keys[2] = room.offsets.as_mut_ptr() as usize as u64;
        }
        if !room.validity.is_empty() {
            keys[4] = room.validity.as_mut_ptr() as usize as u64;
        }
        keys[5] = room.bad_rows;
        // SAFETY: the words of columns and keys are addresses of memory that is borrowed during the call, with sizes
        // that are right; C refuses more rows than a column has, and offsets beyond its bytes.
        unsafe {
            sys::rowkey_flat_encode(
                self.0.as_ptr(),
                columns.as_ptr().cast(),
                columns.len(),
                rows,
                first_row,
                keys.as_ptr(),
                &mut call.length,
                call.why(),
                WHY,
            )
        }
    }

    /// Decodes keys between offsets, of which there is one more than there are keys; where there are none, `rows` keys
    /// of `width` bytes.
    pub fn decode(
        &self,
        bytes: &[u8],
        offsets: &[u64],
        width: usize,
        rows: usize,
        columns: &[Room],
        call: &mut Call,
    ) -> i32 {
        let mut keys = [0; sys::ROWKEY_FLAT_KEYS];
        keys[0] = address(bytes);
        if offsets.is_empty() {
            assert!(width.checked_mul(rows).is_some_and(|size| size <= bytes.len()));
            keys[1] = width as u64;
        } else {
            let rise = offsets.windows(2).fold(true, |rise, pair| rise & (pair[0] <= pair[1]));
            assert!(rise && offsets.len() == rows + 1 && offsets[rows] <= bytes.len() as u64);
            keys[2] = address(offsets);
        }
        // SAFETY: the keys lie within `bytes`, and the words of columns are addresses of memory that is borrowed during
        // the call alone, with sizes that are right; C refuses more rows than a column has room for.
        unsafe {
            sys::rowkey_flat_decode(
                self.0.as_ptr(),
                keys.as_ptr(),
                rows,
                columns.as_ptr().cast(),
                columns.len(),
                call.why(),
                WHY,
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    #[should_panic(expected = "one offset more than rows")]
    fn texts_without_room_for_an_offset() {
        Room::texts(rowkey_sys::kind::KEPT, &mut [], &mut [], &mut []);
    }
}
