//! Arrays of arrow-rs as columns, and keys as arrays. Which types mean what is as in the C library's `rowkey/arrow.h`.
#![forbid(unsafe_code)]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::*;
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray, RecordBatch,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, TimeUnit};
use rowkey_sys::kind;

use crate::error::{Error, ErrorKind};
use crate::flat::Words;
use crate::keys::{BadRows, Keys};
use crate::layout::Encoder;

const OPAQUE: &str = "arrow.opaque";

fn extension(field: &Field) -> Option<&str> {
    field.metadata().get("ARROW:extension:name").map(String::as_str)
}

impl Encoder {
    /// Encodes a batch of Arrow into `keys`, as [`Encoder::encode`] does. The columns of the layout are found by their
    /// names; others are left alone. Numbers, texts between offsets and nulls are read where they lie; views,
    /// dictionaries, floats of 16 bits and bits of sliced arrays are copied.
    ///
    /// Integers, floats, bools, decimals, timestamps, dates, text, binary and nulls are taken, plain or in dictionaries,
    /// and so are the extension types `arrow.uuid` and `arrow.bool8`.
    ///
    /// # Errors
    ///
    /// As [`Encoder::encode`]; if the batch lacks a column of the layout, has two of its name, or has it as an array of
    /// another type, such as a list or a time of day.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
    /// # use rowkey::{Keys, Layout};
    /// let hosts: ArrayRef = Arc::new(StringArray::from(vec!["web-1", "web-2"]));
    /// let times: ArrayRef = Arc::new(Int64Array::from(vec![7, 8]));
    /// let batch = RecordBatch::try_from_iter([("ts", times), ("host", hosts)]).unwrap();
    ///
    /// let layout = Layout::compile("{host}|{ts:u8}", "host:text,ts:u64")?;
    /// let mut keys = Keys::default();
    /// layout.encoder().encode_arrow(&batch, &mut keys)?;
    /// assert_eq!(&keys[1], b"web-2|\x08");
    /// # Ok::<(), rowkey::Error>(())
    /// ```
    pub fn encode_arrow(&mut self, batch: &RecordBatch, keys: &mut Keys) -> Result<(), Error> {
        keys.make_room(0, Some(0), BadRows::Fail);
        let layout = self.layout().clone();
        let mut columns = Vec::new();
        for (i, name) in layout.columns().enumerate() {
            let schema = batch.schema_ref();
            let mut found = schema.fields().iter().enumerate().filter(|(_, field)| field.name() == name);
            let (at, field) = match (found.next(), found.next()) {
                (Some(one), None) => one,
                (None, _) => {
                    return Err(layout.wrong(
                        ErrorKind::Column,
                        i,
                        "the batch lacks it (expected one array of its name)",
                    ))
                }
                _ => return Err(layout.wrong(ErrorKind::Column, i, "the batch has two of its name (expected one)")),
            };
            let array = plain(batch.column(at)).map_err(|why| {
                layout.wrong(ErrorKind::Argument, i, &format!("its dictionary cannot be unpacked: {why}"))
            })?;
            if words(&array, field).is_none() {
                let name = match extension(field) {
                    Some(OPAQUE) => format!("extension type {OPAQUE}, whose bytes only their producer can read,"),
                    _ => format!("type {}", field.data_type()),
                };
                let text = format!(
                    "an array of Arrow's {name} is not taken (expected integers, floats, bools, decimals, \
                     timestamps, dates, text, binary or nulls, plain or in a dictionary)"
                );
                return Err(layout.wrong(ErrorKind::Type, i, &text));
            }
            columns.push((field, array));
        }
        let words: Vec<Words> = columns.iter().filter_map(|(field, array)| words(array, field)).collect();
        self.encode_words(&words, keys)
    }
}

impl Keys {
    /// The keys as an array, whose memory is theirs: a `FixedSizeBinaryArray` if all have one width, else a
    /// `LargeBinaryArray`. Null keys are nulls.
    #[must_use]
    pub fn into_array(self) -> ArrayRef {
        let (rows, width) = (self.len(), self.width());
        let (bytes, offsets, validity) = self.into_parts();
        let bytes = Buffer::from_vec(bytes);
        let nulls =
            (!validity.is_empty()).then(|| NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(validity), 0, rows)));
        match width.map(i32::try_from) {
            Some(Ok(width)) => Arc::new(FixedSizeBinaryArray::new(width, bytes, nulls)),
            _ => {
                let offsets: ScalarBuffer<i64> = Buffer::from_vec(offsets).into();
                Arc::new(LargeBinaryArray::new(OffsetBuffer::new(offsets), bytes, nulls))
            }
        }
    }
}

/// The array as one that C reads where it lies; an error if its dictionary cannot be unpacked.
fn plain(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    Ok(match array.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            plain(&arrow_select::take::take(dictionary.values(), dictionary.keys(), None)?)?
        }
        DataType::Float16 => Arc::new(array.as_primitive::<Float16Type>().unary::<_, Float32Type>(f32::from)),
        DataType::Utf8View => Arc::new(LargeStringArray::from_iter(array.as_string_view())),
        DataType::BinaryView => Arc::new(LargeBinaryArray::from_iter(array.as_binary_view())),
        DataType::Boolean if array.as_boolean().values().offset() > 0 => {
            let (bits, nulls) = array.as_boolean().clone().into_parts();
            Arc::new(BooleanArray::new(BooleanBuffer::new(bits.sliced(), 0, bits.len()), nulls))
        }
        _ => array.clone(),
    })
}

/// None if arrays of the type are not taken.
fn words<'a>(array: &'a ArrayRef, field: &Field) -> Option<Words<'a>> {
    macro_rules! numbers {
        ($kind:ident, $detail:expr, $type:ident) => {
            Words::numbers(kind::$kind, $detail, array.as_primitive::<$type>().values())
        };
    }
    let extension = extension(field);
    let words = match array.data_type() {
        _ if extension == Some(OPAQUE) => return None,
        DataType::Int8 if extension == Some("arrow.bool8") => numbers!(BOOL, 0, Int8Type),
        DataType::Int8 => numbers!(INTEGER, 0, Int8Type),
        DataType::Int16 => numbers!(INTEGER, 0, Int16Type),
        DataType::Int32 => numbers!(INTEGER, 0, Int32Type),
        DataType::Int64 => numbers!(INTEGER, 0, Int64Type),
        DataType::UInt8 => numbers!(INTEGER, 0, UInt8Type),
        DataType::UInt16 => numbers!(INTEGER, 0, UInt16Type),
        DataType::UInt32 => numbers!(INTEGER, 0, UInt32Type),
        DataType::UInt64 => numbers!(INTEGER, 0, UInt64Type),
        DataType::Float32 => numbers!(FLOAT, 0, Float32Type),
        DataType::Float64 => numbers!(FLOAT, 0, Float64Type),
        DataType::Decimal32(_, scale) => numbers!(DECIMAL, *scale, Decimal32Type),
        DataType::Decimal64(_, scale) => numbers!(DECIMAL, *scale, Decimal64Type),
        DataType::Decimal128(_, scale) => numbers!(DECIMAL, *scale, Decimal128Type),
        DataType::Decimal256(_, scale) => numbers!(DECIMAL, *scale, Decimal256Type),
        DataType::Date32 => numbers!(DATE, 0, Date32Type),
        DataType::Date64 => numbers!(INSTANT, crate::TimeUnit::Millisecond.detail(), Date64Type),
        DataType::Timestamp(unit, _) => match unit {
            TimeUnit::Second => numbers!(INSTANT, crate::TimeUnit::Second.detail(), TimestampSecondType),
            TimeUnit::Millisecond => numbers!(INSTANT, crate::TimeUnit::Millisecond.detail(), TimestampMillisecondType),
            TimeUnit::Microsecond => numbers!(INSTANT, crate::TimeUnit::Microsecond.detail(), TimestampMicrosecondType),
            TimeUnit::Nanosecond => numbers!(INSTANT, crate::TimeUnit::Nanosecond.detail(), TimestampNanosecondType),
        },
        DataType::Boolean => Words::bits(array.as_boolean().values().values(), array.len()),
        DataType::Utf8 => {
            let texts = array.as_string::<i32>();
            Words::texts32(kind::TEXT, texts.value_data(), texts.value_offsets())
        }
        DataType::LargeUtf8 => {
            let texts = array.as_string::<i64>();
            Words::texts(kind::TEXT, texts.value_data(), texts.value_offsets())
        }
        DataType::Binary => {
            let texts = array.as_binary::<i32>();
            Words::texts32(kind::BYTES, texts.value_data(), texts.value_offsets())
        }
        DataType::LargeBinary => {
            let texts = array.as_binary::<i64>();
            Words::texts(kind::BYTES, texts.value_data(), texts.value_offsets())
        }
        DataType::FixedSizeBinary(width) => {
            let kind = if extension == Some("arrow.uuid") && *width == 16 { kind::UUID } else { kind::BYTES };
            Words::fixed(kind, array.as_fixed_size_binary().value_data(), *width as usize, array.len())
        }
        DataType::Null => Words::nulls(array.len()),
        _ => return None,
    };
    match array.nulls() {
        Some(nulls) => words.with_validity(nulls.validity(), nulls.offset()),
        None => Some(words),
    }
}
