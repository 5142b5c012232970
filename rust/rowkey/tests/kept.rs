//! Keys that never change.

mod common;

use common::{from_hex, open, schema_columns, to_hex, KEPT};
use rowkey::{Column, Keys, Value};

/// A line of the file of keys that never change. The file says what its fields hold.
#[derive(Debug)]
struct Kept {
    layout: String,
    schema: String,
    record: String,
    key: Vec<u8>,
}

/// Lines with a seed or a row are of random(), which numbers keys by itself here.
fn kept_keys() -> Vec<Kept> {
    let text = std::fs::read_to_string(format!("{KEPT}keys.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let kept = |fields: Vec<&str>| Kept {
        layout: fields[0].into(),
        schema: fields[1].replace("uid(", &format!("uid({KEPT}")),
        record: fields[2].into(),
        key: from_hex(fields[5]),
    };
    let kept: Vec<_> = lines.filter(|fields| fields[3] == "0" && fields[4] == "0").map(kept).collect();
    assert!(kept.len() >= 1000, "{} keys", kept.len());
    kept
}

/// Bytes, with those that are written as \xNN.
fn unescaped(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find("\\x") {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        bytes.push(u8::from_str_radix(&rest[at + 2..at + 4], 16).unwrap());
        rest = &rest[at + 4..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

impl Kept {
    fn values(&self) -> Vec<Value<'static>> {
        let (columns, texts) = (schema_columns(&self.schema), self.record.split(',').collect::<Vec<_>>());
        assert_eq!(columns.len(), texts.len(), "{self:?}");
        let value = |((_, kind, _), text): (&(_, String, _), &&str)| match (kind.as_str(), *text) {
            (_, "\\N") => Value::Null,
            ("u64", text) => text.parse::<u64>().unwrap().into(),
            ("i64", text) => text.parse::<i64>().unwrap().into(),
            ("f64", text) => text.parse::<f64>().unwrap().into(),
            ("f32", text) => text.parse::<f32>().unwrap().into(),
            ("bytes", text) => unescaped(text).into(),
            (_, text) => match String::from_utf8(unescaped(text)) {
                Ok(text) => text.into(),
                Err(bytes) => bytes.into_bytes().into(),
            },
        };
        columns.iter().zip(&texts).map(value).collect()
    }

    fn is_random(&self) -> bool {
        self.layout.contains("random()")
            || self.layout.starts_with("@paper-random")
            || self.layout.starts_with("@hbase-salting")
    }
}

/// A column of one row.
fn column_of<'a>(value: &'a Value) -> Column<'a> {
    match value {
        Value::Null => Column::nulls(1),
        Value::U64(v) => std::slice::from_ref(v).into(),
        Value::I64(v) => std::slice::from_ref(v).into(),
        Value::F64(v) => std::slice::from_ref(v).into(),
        Value::F32(v) => std::slice::from_ref(v).into(),
        Value::Text(v) => Column::texts(v.as_bytes(), vec![0, v.len() as u64].leak()),
        Value::Bytes(v) => Column::bytes(v, vec![0, v.len() as u64].leak()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn keys_are_those_that_were_kept() {
    let mut random = 0;
    for kept in kept_keys() {
        let (layout, values) = (open(&kept.layout, &kept.schema), kept.values());
        let columns: Vec<_> = values.iter().map(column_of).collect();
        let keys = layout.encode(&columns).unwrap_or_else(|why| panic!("{kept:?}: {why}"));
        assert_eq!((keys.len(), to_hex(&keys[0])), (1, to_hex(&kept.key)), "{kept:?}");
        if kept.is_random() {
            random += 1; // a single key has a number that it shares with none
            continue;
        }
        let key = layout.key(&values).unwrap_or_else(|why| panic!("{kept:?}: {why}"));
        assert_eq!(to_hex(&key), to_hex(&kept.key), "{kept:?}");
    }
    assert!(random <= 40, "{random} keys were not tried");
}

/// What a key gives back makes the key again, of one and of a batch.
#[test]
fn keys_come_back() {
    let mut back = 0;
    for kept in kept_keys().into_iter().filter(|kept| !kept.is_random()) {
        let (layout, mut values) = (open(&kept.layout, &kept.schema), kept.values());
        let record = layout.decode_key(&kept.key).unwrap_or_else(|why| panic!("{kept:?}: {why}"));
        let columns = layout.decode(&Keys::from_iter([&kept.key])).unwrap_or_else(|why| panic!("{kept:?}: {why}"));
        let given = values.clone();
        let mut batch: Vec<_> = given.iter().map(column_of).collect();
        for (i, (value, column)) in record.into_iter().zip(columns).enumerate() {
            assert_eq!(value.is_some(), column.is_some(), "{kept:?}: column {i} comes back from one of both alone");
            if let (Some(value), Some(column)) = (value, column) {
                assert_eq!(value == Value::Null, column.is_null(0), "{kept:?}: column {i}");
                (values[i], batch[i]) = (value, column);
                back += 1;
            }
        }
        let key = layout.key(&values).unwrap_or_else(|why| panic!("{kept:?}: {values:?}: {why}"));
        assert_eq!(to_hex(&key), to_hex(&kept.key), "{kept:?}: {values:?}");
        let keys = layout.encode(&batch).unwrap_or_else(|why| panic!("{kept:?}: {batch:?}: {why}"));
        assert_eq!(to_hex(&keys[0]), to_hex(&kept.key), "{kept:?}: {batch:?}");
    }
    assert!(back >= 500, "only {back} columns came back");
}
