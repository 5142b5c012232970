//! Arrays of arrow-rs have the keys of the values that they hold, sliced, in dictionaries and with nulls, too.
#![cfg(feature = "arrow")]

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use arrow_buffer::i256;
use arrow_schema::{DataType, Field, Schema};
use common::open;
use rowkey::arrow_array::builder::StringDictionaryBuilder;
use rowkey::arrow_array::cast::AsArray;
use rowkey::arrow_array::types::*;
use rowkey::arrow_array::*;
use rowkey::{BadRows, ErrorKind, Keys, Layout, Value};

fn batch_of(field: Field, array: ArrayRef) -> RecordBatch {
    RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![array]).unwrap()
}

fn field_of(array: &ArrayRef) -> Field {
    Field::new("c", array.data_type().clone(), true)
}

fn extension(array: &ArrayRef, name: &str) -> Field {
    field_of(array).with_metadata(HashMap::from([("ARROW:extension:name".to_owned(), name.to_owned())]))
}

fn encode(layout: &Layout, batch: &RecordBatch) -> Result<Keys, rowkey::Error> {
    let mut keys = Keys::default();
    layout.encoder().encode_arrow(batch, &mut keys)?;
    Ok(keys)
}

/// Whole, and each part from a row on, whose bits and offsets begin elsewhere.
fn check(template: &str, declared: &str, field: Field, array: ArrayRef, values: &[Option<Value>]) {
    let layout = open(template, &format!("c:{declared}"));
    let expected: Vec<_> = values.iter().map(|value| layout.key(&[value.clone().into()]).unwrap()).collect();
    assert_eq!(array.len(), expected.len());
    for from in 0..=array.len() {
        let part = array.slice(from, array.len() - from);
        let keys = encode(&layout, &batch_of(field.clone(), part)).unwrap_or_else(|why| panic!("{field:?}: {why}"));
        let made: Vec<_> = keys.iter().map(|key| key.unwrap().to_vec()).collect();
        assert_eq!(made, expected[from..], "{field:?} from row {from}");
    }
}

const NUMBER: &str = "{null_last(c):u8}{coalesce(c, 0):i64}";
const TEXT: &str = "{coalesce(c, \"none\")}|";

#[test]
fn numbers() {
    macro_rules! integers {
        ($($type:ident)*) => { $( {
            let array: ArrayRef = Arc::new($type::from(vec![Some(1), None, Some(7), Some(100), None, Some(3)]));
            let values = [Some(1), None, Some(7), Some(100), None, Some(3)].map(|v| v.map(Value::I64));
            check(NUMBER, "i64", field_of(&array), array.clone(), &values);
        } )* };
    }
    integers!(Int8Array Int16Array Int32Array Int64Array UInt8Array UInt16Array UInt32Array UInt64Array);
    let values = [Some(0.5), None, Some(-2.0)].map(|v| v.map(Value::F64));
    let doubles: ArrayRef = Arc::new(Float64Array::from(vec![Some(0.5), None, Some(-2.0)]));
    let floats: ArrayRef = Arc::new(Float32Array::from(vec![Some(0.5), None, Some(-2.0)]));
    let halves: ArrayRef = Arc::new(
        floats
            .as_primitive::<Float32Type>()
            .unary::<_, Float16Type>(<Float16Type as ArrowPrimitiveType>::Native::from_f32),
    );
    for array in [doubles, floats, halves] {
        check("{coalesce(c, 1.5):f64}", "f64", field_of(&array), array, &values);
    }
}

#[test]
fn decimals() {
    let unscaled = [Some(1250), None, Some(-1)];
    let values = [Some("12.50"), None, Some("-0.01")].map(|text| text.map(Value::from));
    let d32 = Decimal32Array::from(unscaled.to_vec()).with_precision_and_scale(9, 2).unwrap();
    let d64 =
        Decimal64Array::from(unscaled.map(|v| v.map(i64::from)).to_vec()).with_precision_and_scale(18, 2).unwrap();
    let d128 =
        Decimal128Array::from(unscaled.map(|v| v.map(i128::from)).to_vec()).with_precision_and_scale(38, 2).unwrap();
    let d256 = Decimal256Array::from(unscaled.map(|v| v.map(|v| i256::from_i128(v.into()))).to_vec())
        .with_precision_and_scale(76, 2)
        .unwrap();
    let arrays: [ArrayRef; 4] = [Arc::new(d32), Arc::new(d64), Arc::new(d128), Arc::new(d256)];
    for array in arrays {
        check(NUMBER, "decimal(2)", field_of(&array), array.clone(), &values);
        let why =
            encode(&open("{coalesce(c, 0):i64}", "c:decimal(1)"), &batch_of(field_of(&array), array)).unwrap_err();
        assert_eq!((why.row(), why.column_name()), (Some(2), Some("c")), "{why}");
        // 12.50 has one digit, -0.01 two
    }
}

#[test]
fn times_and_bools() {
    let values = [Some("2024-03-01T00:00:00Z"), None, Some("1969-12-31T00:00:00Z")].map(|text| text.map(Value::from));
    let seconds = [Some(1709251200), None, Some(-86400)];
    let counts = |factor: i64| seconds.map(|v| v.map(|v| v * factor)).to_vec();
    let arrays: [ArrayRef; 6] = [
        Arc::new(TimestampSecondArray::from(counts(1))),
        Arc::new(TimestampMillisecondArray::from(counts(1000)).with_timezone("+01:00")),
        Arc::new(TimestampMicrosecondArray::from(counts(1_000_000)).with_timezone_utc()),
        Arc::new(TimestampNanosecondArray::from(counts(1_000_000_000))),
        Arc::new(Date32Array::from(vec![Some(19783), None, Some(-1)])),
        Arc::new(Date64Array::from(counts(1000))),
    ];
    for array in arrays {
        check(NUMBER, "time(ms)", field_of(&array), array, &values);
    }
    let bools: Vec<Option<bool>> = (0..21).map(|i| (i % 5 != 0).then_some(i % 3 == 0)).collect();
    let values: Vec<_> = bools.iter().map(|v| v.map(Value::Bool)).collect();
    let array: ArrayRef = Arc::new(BooleanArray::from(bools.clone()));
    check("{null_last(c):u8}{coalesce(c, 0):u8}", "bool", field_of(&array), array, &values);
    let array: ArrayRef = Arc::new(Int8Array::from_iter(bools.iter().map(|v| v.map(i8::from))));
    check("{null_last(c):u8}{coalesce(c, 0):u8}", "bool", extension(&array, "arrow.bool8"), array, &values);
}

#[test]
fn texts() {
    let texts =
        vec![Some("web-1"), None, Some(""), Some("a host whose name is longer than that of a view"), Some("zoë")];
    let values: Vec<_> = texts.iter().map(|text| text.map(Value::from)).collect();
    let mut dictionary = StringDictionaryBuilder::<Int8Type>::new();
    texts.iter().for_each(|text| dictionary.append_option(*text));
    let indexes = Int32Array::from(vec![Some(0), None, Some(2), Some(1), Some(3)]);
    let distinct: ArrayRef = Arc::new(StringArray::from(vec![
        Some("web-1"),
        Some("a host whose name is longer than that of a view"),
        Some(""),
        Some("zoë"),
    ]));
    let bytes: Vec<_> = texts.iter().map(|text| text.map(str::as_bytes)).collect();
    let arrays: [ArrayRef; 8] = [
        Arc::new(StringArray::from(texts.clone())),
        Arc::new(LargeStringArray::from(texts.clone())),
        Arc::new(StringViewArray::from(texts.clone())),
        Arc::new(BinaryArray::from(bytes.clone())),
        Arc::new(LargeBinaryArray::from(bytes.clone())),
        Arc::new(BinaryViewArray::from(bytes)),
        Arc::new(dictionary.finish()),
        Arc::new(DictionaryArray::new(indexes, distinct)),
    ];
    for array in arrays {
        check(TEXT, "text", field_of(&array), array, &values);
    }
    // Nulls among the values of a dictionary are nulls, too.
    let distinct: ArrayRef = Arc::new(StringArray::from(vec![Some("x"), None]));
    let array: ArrayRef = Arc::new(DictionaryArray::new(UInt16Array::from(vec![1, 0]), distinct));
    check(TEXT, "text", field_of(&array), array, &[None, Some("x".into())]);
    let array: ArrayRef = Arc::new(NullArray::new(3));
    check(TEXT, "text", field_of(&array), array, &[None, None, None]);
    let ids = [[1; 16], [0xfe; 16]];
    let array: ArrayRef = Arc::new(FixedSizeBinaryArray::try_from_iter(ids.iter()).unwrap());
    let values = ids.map(|id| Some(Value::Uuid(id)));
    check("{c}", "uuid", extension(&array, "arrow.uuid"), array.clone(), &values);
    check("{c}", "bytes(16)", field_of(&array), array, &values);
}

#[test]
fn what_is_not_taken_is_named() {
    let (layout, text) = (open("{c}", "c:text"), Arc::new(StringArray::from(vec!["x"])) as ArrayRef);
    let list: ArrayRef = Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>([Some([Some(1)])]));
    let runs: ArrayRef = Arc::new([Some("x")].into_iter().collect::<Int32RunArray>());
    let times: ArrayRef = Arc::new(Time32SecondArray::from(vec![1]));
    for (field, array, name) in [
        (field_of(&list), list, "List"),
        (field_of(&runs), runs, "RunEndEncoded"),
        (field_of(&times), times, "Time32"),
        (extension(&text, "arrow.opaque"), text.clone(), "arrow.opaque"),
    ] {
        let why = encode(&layout, &batch_of(field, array)).unwrap_err();
        assert_eq!((why.kind(), why.column_name()), (ErrorKind::Type, Some("c")), "{why}");
        assert!(why.to_string().contains(name), "{why}");
    }
    let batch = batch_of(Field::new("d", DataType::Utf8, true), text.clone());
    assert_eq!(encode(&layout, &batch).unwrap_err().kind(), ErrorKind::Column);
    let twice = Schema::new(vec![field_of(&text), field_of(&text)]);
    let batch = RecordBatch::try_new(Arc::new(twice), vec![text.clone(), text]).unwrap();
    assert!(encode(&layout, &batch).unwrap_err().to_string().contains("two"));
    let array: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None]));
    let why = encode(&open("{c:u8}", "c:u64"), &batch_of(field_of(&array), array)).unwrap_err();
    assert_eq!((why.row(), why.column()), (Some(1), Some(0)), "{why}");
}

#[test]
fn keys_become_arrays() {
    let array: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None, Some(300), Some(4)]));
    let (batch, mut keys) = (batch_of(field_of(&array), array), Keys::default());
    open("{c:u8}", "c:u64").encoder().bad_rows(BadRows::NullForBad).encode_arrow(&batch, &mut keys).unwrap();
    let array = keys.into_array();
    assert_eq!(array.as_fixed_size_binary().iter().collect::<Vec<_>>(), [Some(&[1][..]), None, None, Some(&[4])]);
    let mut keys = Keys::default();
    open("{c}|", "c:u64").encoder().bad_rows(BadRows::NullForBad).encode_arrow(&batch, &mut keys).unwrap();
    let array = keys.into_array();
    assert_eq!(
        array.as_binary::<i64>().iter().collect::<Vec<_>>(),
        [Some(&b"1|"[..]), None, Some(b"300|"), Some(b"4|")]
    );
    assert_eq!(encode(&open("{c}|", "c:u64"), &batch.slice(2, 0)).unwrap().into_array().len(), 0);
    assert_eq!(encode(&open("{c:u8}", "c:u64"), &batch.slice(2, 0)).unwrap().into_array().len(), 0);
    assert_eq!(Keys::from_iter(["a", "bc"]).into_array().as_binary::<i64>().value(1), b"bc");
}
