//! Declarations of `rowkey/flat.h`, the part of the C library rowkey that is made for other languages. The header, in
//! the folder that `DEP_ROWKEY_INCLUDE` names, says what the functions do. The crate `rowkey` has them for Rust.
//!
//! The library is compiled from the sources that this crate bundles, by gcc or clang. If the environment variable
//! `ROWKEY_SYS_USE_PKG_CONFIG` is set, an installed librowkey of this minor version, or a later one of the same
//! major version, is linked, which pkg-config finds.
#![no_std]

use core::ffi::c_void;

/// A layout, and what encodes and decodes with it.
#[repr(C)]
pub struct rowkey_flat {
    _opaque: [u8; 0],
    // C's object: it may move from thread to thread by its functions' rules alone, which are the caller's matter.
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// Words of a column.
pub const ROWKEY_FLAT_COLUMN: usize = 10;
/// Words of keys.
pub const ROWKEY_FLAT_KEYS: usize = 6;
/// As `first_row` of [`rowkey_flat_encode`]: go on after the rows that this handle encoded last.
pub const ROWKEY_FLAT_NEXT: u64 = u64::MAX;
/// Bytes that are enough for the text of an error.
pub const ROWKEY_ERROR_TEXT_SIZE: usize = 1024;

/// The constants of `rowkey_status`, which the functions return.
pub mod status {
    pub const OK: i32 = 0;
    pub const ARGUMENT: i32 = 1;
    pub const SYNTAX: i32 = 2;
    pub const TYPE: i32 = 3;
    pub const NUMBER: i32 = 4;
    pub const RANGE: i32 = 5;
    pub const SPACE: i32 = 6;
    pub const MEMORY: i32 = 7;
    pub const UNSUPPORTED: i32 = 8;
    pub const COLUMN: i32 = 9;
    pub const IO: i32 = 10;
}

/// The constants of `rowkey_kind`, the lowest byte of a tag.
pub mod kind {
    pub const NULL: u32 = 1;
    pub const INTEGER: u32 = 2;
    pub const FLOAT: u32 = 3;
    pub const DECIMAL: u32 = 4;
    pub const INSTANT: u32 = 5;
    pub const DATE: u32 = 6;
    pub const BOOL: u32 = 7;
    pub const TEXT: u32 = 8;
    pub const BYTES: u32 = 9;
    pub const UUID: u32 = 10;
    pub const KEPT: u32 = 11;
}

/// The constants of `rowkey_form`, the second byte of a tag.
pub mod form {
    pub const NONE: u32 = 0;
    pub const I8: u32 = 1;
    pub const I16: u32 = 2;
    pub const I32: u32 = 3;
    pub const I64: u32 = 4;
    pub const U8: u32 = 5;
    pub const U16: u32 = 6;
    pub const U32: u32 = 7;
    pub const U64: u32 = 8;
    pub const I128: u32 = 9;
    pub const I256: u32 = 10;
    pub const F16: u32 = 11;
    pub const F32: u32 = 12;
    pub const F64: u32 = 13;
    pub const BITS: u32 = 14;
}

/// ROWKEY_TAG: what a value is, how it lies in memory, and the unit of an instant or the scale of a decimal.
#[must_use]
pub const fn tag(kind: u32, form: u32, detail: i8) -> u32 {
    kind | form << 8 | (detail as u8 as u32) << 16
}

extern "C" {
    pub fn rowkey_flat_open(
        text: *const c_void,
        text_size: usize,
        schema: *const c_void,
        schema_size: usize,
        flat: *mut *mut rowkey_flat,
        error: *mut u8,
        error_size: usize,
    ) -> i32;
    pub fn rowkey_flat_free(flat: *mut rowkey_flat);
    pub fn rowkey_flat_schema(flat: *const rowkey_flat, text: *mut u8, size: usize) -> usize;
    pub fn rowkey_flat_key_width(flat: *const rowkey_flat) -> u64;
    pub fn rowkey_flat_key(
        flat: *mut rowkey_flat,
        record: *const c_void,
        record_size: usize,
        key: *mut c_void,
        capacity: usize,
        length: *mut u64,
        error: *mut u8,
        error_size: usize,
    ) -> i32;
    pub fn rowkey_flat_record(
        flat: *mut rowkey_flat,
        key: *const c_void,
        key_size: usize,
        record: *mut c_void,
        capacity: usize,
        length: *mut u64,
        error: *mut u8,
        error_size: usize,
    ) -> i32;
    pub fn rowkey_flat_encode(
        flat: *mut rowkey_flat,
        columns: *const u64,
        column_count: usize,
        rows: usize,
        first_row: u64,
        keys: *const u64,
        size: *mut u64,
        error: *mut u8,
        error_size: usize,
    ) -> i32;
    pub fn rowkey_flat_decode(
        flat: *mut rowkey_flat,
        keys: *const u64,
        rows: usize,
        columns: *const u64,
        column_count: usize,
        error: *mut u8,
        error_size: usize,
    ) -> i32;
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    /// The example of rowkey/flat.h.
    #[test]
    fn one_record_has_its_key() {
        let (template, schema) = ("{id:u64}", "id:u64");
        let mut record = std::vec::Vec::from(tag(kind::INTEGER, form::U64, 0).to_ne_bytes());
        record.extend(7u64.to_ne_bytes());
        let (mut key, mut why, mut length, mut flat) = ([0u8; 8], [0u8; 512], 0, core::ptr::null_mut());
        // SAFETY: each address is that of as many bytes as the size after it says.
        unsafe {
            let (text, text_size) = (template.as_ptr().cast(), template.len());
            let status = rowkey_flat_open(
                text,
                text_size,
                schema.as_ptr().cast(),
                schema.len(),
                &mut flat,
                why.as_mut_ptr(),
                why.len(),
            );
            assert_eq!(status, status::OK);
            let status = rowkey_flat_key(
                flat,
                record.as_ptr().cast(),
                record.len(),
                key.as_mut_ptr().cast(),
                key.len(),
                &mut length,
                why.as_mut_ptr(),
                why.len(),
            );
            rowkey_flat_free(flat);
            assert_eq!((status, length, key), (status::OK, 8, 7u64.to_be_bytes()));
        }
    }
}
