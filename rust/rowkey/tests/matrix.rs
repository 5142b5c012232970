//! Every carrier of values in every type of column, and layouts of many shapes and many rows: the keys are the tool's.

mod common;

use std::collections::HashMap;
use std::io::Write;
use std::net::IpAddr;
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use common::{from_hex, open, schema_columns, to_hex, tool, Random, KEPT};
use rowkey::{Column, Decimal, Error, Keys, Layout, TimeUnit, Timestamp, Value};

// ---- One value, whatever carries it, in whatever type is declared ----

const KINDS: [&str; 9] = ["INTEGER", "FLOAT", "DECIMAL", "INSTANT", "DATE", "BOOL", "TEXT", "BYTES", "UUID"];

/// The table's lines of types, and declarations of each.
fn declared() -> Vec<(&'static str, Vec<String>)> {
    let uid = format!("uid({KEPT}names.uid)");
    [
        ("u64", &["u64"][..]),
        ("i64", &["i64"]),
        ("f64", &["f64"]),
        ("f32", &["f32"]),
        ("text", &["text"]),
        ("bytes", &["bytes(2)", "bytes(16)"]),
        ("time", &["time(s)", "time(ms)", "time(us)", "time(ns)", r#"time(ms, "%d.%m.%Y")"#]),
        ("epoch", &["epoch(s)", "epoch(ns)"]),
        ("decimal", &["decimal(2)", "decimal(0)"]),
        ("uuid", &["uuid"]),
        ("ip", &["ip"]),
        ("ipv4", &["ipv4"]),
        ("hex", &["hex"]),
        ("base64", &["base64"]),
        ("bool", &["bool"]),
        ("enum", &["enum(a, b)"]),
        ("uid", &[&uid]),
    ]
    .map(|(line, columns)| (line, columns.iter().map(|&column| column.to_owned()).collect()))
    .into()
}

/// A template that shows all that a column keeps.
fn template(line: &str) -> String {
    match line {
        "u64" | "ipv4" | "bool" | "enum" | "uid" => "{c:u64}".into(),
        "i64" | "time" | "epoch" | "decimal" => "{c:i64}".into(),
        "f64" | "f32" => format!("{{c:{line}}}"),
        _ => "{c}".into(),
    }
}

const ID: [u8; 16] = [0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff];
const ID_TEXT: &str = "00112233-4455-6677-8899-aabbccddeeff";

/// What a value is, apart from what carries it.
#[derive(Clone, Debug)]
enum Meant {
    Integer(i128),
    Float(f64),
    Decimal(i128, i8),
    /// Nanoseconds from 1970.
    Instant(i128),
    Date(i32),
    Bool(bool),
    Text(String),
    Bytes(Vec<u8>),
    Uuid,
}

struct Carried {
    meant: Meant,
    value: Option<Value<'static>>,
    column: Result<Column<'static>, Error>,
}

fn leak<T>(value: T) -> &'static [T] {
    vec![value].leak()
}

fn carried() -> Vec<Carried> {
    let mut all = Vec::new();
    let mut add = |meant: Meant, value: Option<Value<'static>>, column: Column<'static>| {
        all.push(Carried { meant, value, column: Ok(column) });
    };
    macro_rules! integers {
        ($($type:ty: $($v:expr),*;)*) => { $( $( {
            let v: $type = $v;
            add(Meant::Integer(v.into()), Some(v.into()), leak(v).into());
            add(Meant::Integer(v.into()), Some(Some(v).into()), leak(Some(v)).into());
        } )* )* };
    }
    integers! {
        i8: -128, 7; i16: -300; i32: -70000, 0, 1, 12, -5; i64: (1 << 53) + 1, i64::MIN, i64::MAX;
        u8: 255; u16: 65535; u32: 1 << 31; u64: u64::MAX, 3;
    }
    for v in [0.0, 1.0, -5.0, 12.5, 0.1, 1e300, 2f64.powi(53), 2f64.powi(63), 2f64.powi(64)] {
        add(Meant::Float(v), Some(v.into()), leak(v).into());
    }
    for v in [0.1_f32, -2.0] {
        add(Meant::Float(v.into()), Some(v.into()), leak(Some(v)).into());
    }
    for (unscaled, scale) in [(1200, 2), (-125, 2), (1, 3), (7, 0), (7, -1)] {
        let (meant, value) = (Meant::Decimal(unscaled.into(), scale), Decimal { unscaled, scale });
        add(meant.clone(), Some(Value::Decimal(value)), Column::decimals(leak(unscaled), scale));
        add(meant, None, Column::decimals128(leak(unscaled.into()), scale));
    }
    let mut times = Vec::new();
    let nanoseconds = |count: i128, unit| count * 1000i128.pow(3 - unit as u32);
    for (count, unit) in [
        (0, TimeUnit::Second),
        (1709210096, TimeUnit::Second),
        (1709210096125, TimeUnit::Millisecond),
        (-1, TimeUnit::Microsecond),
        (1709210096125250125, TimeUnit::Nanosecond),
        (253402300799, TimeUnit::Second),
    ] {
        let value = Timestamp { count, unit };
        let meant = Meant::Instant(nanoseconds(count.into(), unit));
        add(meant.clone(), Some(value.into()), Column::timestamps(leak(count), unit));
        let time = value.to_system_time().unwrap();
        times.push((meant, time));
    }
    // Too far to be counted in nanoseconds.
    times.push((Meant::Instant(253_402_300_799_000_000_001), SystemTime::UNIX_EPOCH + Duration::new(253402300799, 1)));
    for days in [0, 19782, -1] {
        add(Meant::Date(days), Some(Value::Date(days)), Column::dates(leak(days)));
    }
    for v in [true, false] {
        add(Meant::Bool(v), Some(v.into()), leak(v).into());
        add(Meant::Bool(v), Some(v.into()), leak(Some(v)).into());
    }
    for v in [
        "a",
        "b",
        "12",
        "-5",
        "12.5",
        "1",
        "true",
        "no",
        "6162",
        "YWI=",
        "ab",
        "zoë",
        "10.0.0.1",
        "2001:db8::10",
        "2024-02-29",
        "2024-02-29T12:34:56.125Z",
        "29.02.2024",
        ID_TEXT,
        "18446744073709551616",
    ] {
        let offsets = leak([0, v.len() as u64]);
        add(Meant::Text(v.into()), Some(v.into()), leak(v).into());
        add(Meant::Text(v.into()), Some(v.to_owned().into()), leak(v.to_owned()).into());
        add(Meant::Text(v.into()), None, leak(Some(v)).into());
        add(Meant::Text(v.into()), None, leak(Some(v.to_owned())).into());
        add(Meant::Text(v.into()), None, Column::texts(v.as_bytes(), &offsets[0]));
    }
    for v in [&b"ab"[..], &[10, 0, 0, 1], &ID, &[0xff, 0xfe]] {
        let (meant, offsets) = (Meant::Bytes(v.into()), leak([0, v.len() as u64]));
        add(meant.clone(), Some(v.into()), leak(v).into());
        add(meant.clone(), Some(v.to_vec().into()), leak(v.to_vec()).into());
        add(meant.clone(), None, leak(Some(v)).into());
        add(meant.clone(), None, leak(Some(v.to_vec())).into());
        add(meant.clone(), None, Column::bytes(v, &offsets[0]));
        add(meant, None, Column::fixed(v, v.len()));
    }
    for v in ["10.0.0.1", "2001:db8::10", "::ffff:10.0.0.1"] {
        let v: IpAddr = v.parse().unwrap();
        let bytes = match v {
            IpAddr::V4(v) => v.octets().to_vec(),
            IpAddr::V6(v) => v.octets().to_vec(),
        };
        add(Meant::Bytes(bytes), Some(v.into()), leak(v).into());
    }
    add(Meant::Uuid, Some(ID.into()), leak(ID).into());
    let time = |(meant, time): (Meant, SystemTime)| Carried {
        meant,
        value: Some(time.into()),
        column: Column::system_times(&[time]),
    };
    all.extend(times.into_iter().map(time));
    all
}

impl Meant {
    fn kind(&self) -> &'static str {
        match self {
            Meant::Integer(_) => "INTEGER",
            Meant::Float(_) => "FLOAT",
            Meant::Decimal(..) => "DECIMAL",
            Meant::Instant(_) => "INSTANT",
            Meant::Date(_) => "DATE",
            Meant::Bool(_) => "BOOL",
            Meant::Text(_) => "TEXT",
            Meant::Bytes(_) => "BYTES",
            Meant::Uuid => "UUID",
        }
    }

    /// The value as text of the type, or None where no key is right.
    fn said(&self, line: &str, column: &str) -> Option<String> {
        match self {
            Meant::Integer(v) => match line {
                "f64" => (*v as f64 as i128 == *v).then(|| v.to_string()),
                "f32" => (*v as f32 as i128 == *v).then(|| v.to_string()),
                _ => Some(v.to_string()),
            },
            Meant::Float(v) => match line {
                "u64" | "i64" => (v.trunc() == *v).then(|| format!("{v:.0}")),
                "f32" => (f64::from(*v as f32) == *v).then(|| format!("{:e}", *v as f32)),
                _ => Some(format!("{v:e}")),
            },
            Meant::Decimal(unscaled, scale) if line == "decimal" => Some(format!("{unscaled}e{}", -scale)),
            Meant::Decimal(unscaled, scale) => {
                let power = 10i128.pow(scale.unsigned_abs().into());
                match scale {
                    ..0 => Some((unscaled * power).to_string()),
                    _ => (unscaled % power == 0).then(|| (unscaled / power).to_string()),
                }
            }
            Meant::Instant(nanoseconds) => counted(*nanoseconds, column),
            Meant::Date(days) => counted(i128::from(*days) * 86_400_000_000_000, column),
            Meant::Bool(v) => Some(v.to_string()),
            Meant::Text(v) => Some(v.clone()),
            Meant::Uuid => Some(ID_TEXT.into()),
            Meant::Bytes(_) => None,
        }
    }
}

fn counted(nanoseconds: i128, column: &str) -> Option<String> {
    let unit = column.split_once('(')?.1.trim_end_matches(')').split(',').next()?;
    let one = 1000i128.pow(["ns", "us", "ms", "s"].iter().position(|name| *name == unit)? as u32);
    let count = i64::try_from(nanoseconds / one).ok()?;
    (nanoseconds % one == 0).then(|| count.to_string())
}

/// The key of {c} for bytes, which no text says.
fn bytes_key(line: &str, column: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let four_as_six = [&b"\0\0\0\0\0\0\0\0\0\0\xff\xff"[..], bytes].concat();
    match (line, column, bytes.len()) {
        (_, "bytes(2)", n) if n != 2 => None,
        ("uuid", ..) | (_, "bytes(16)", _) if bytes.len() != 16 => None,
        ("ipv4", _, 4) => Some([&[0; 4], bytes].concat()),
        ("ip", _, 4) => Some(four_as_six),
        ("ip", _, 16) => Some(bytes.into()),
        ("ip" | "ipv4", ..) => None,
        _ => Some(bytes.into()),
    }
}

fn conversions() -> HashMap<String, HashMap<&'static str, String>> {
    let text = std::fs::read_to_string("../../src/types/conversions.def").unwrap();
    let row = |line: &str| {
        let mut cells =
            line.strip_prefix("DECLARED(")?.strip_suffix(')')?.split(',').map(|cell| cell.trim().to_owned());
        Some((cells.next()?, KINDS.into_iter().zip(cells).collect()))
    };
    text.lines().filter_map(row).collect()
}

/// Asks the tool for keys of single values, each once.
struct Tool(HashMap<[String; 3], Option<Vec<u8>>>);

impl Tool {
    fn key(&mut self, layout: &str, schema: &str, value: &str) -> Option<Vec<u8>> {
        let ask = |[layout, schema, value]: &[String; 3]| {
            let out =
                tool().args(["key", "--output", "hex", "-l", layout, "-c", schema, "--", value]).output().unwrap();
            match out.status.code() {
                Some(0) => Some(from_hex(std::str::from_utf8(&out.stdout).unwrap().trim())),
                Some(1) => None,
                _ => panic!("{layout} of {schema}: {value}: {out:?}"),
            }
        };
        self.0.entry([layout, schema, value].map(str::to_owned)).or_insert_with_key(ask).clone()
    }
}

fn check(what: &str, key: Result<Vec<u8>, Error>, expected: Option<&[u8]>) {
    match (key, expected) {
        (Ok(key), Some(expected)) => assert_eq!(to_hex(&key), to_hex(expected), "{what}"),
        (Ok(key), None) => panic!("{what}: {}, expected an error", to_hex(&key)),
        (Err(why), Some(expected)) => panic!("{what}: {why}, expected {}", to_hex(expected)),
        (Err(why), None) => {
            assert_eq!((why.column(), why.column_name()), (Some(0), Some("c")), "{what}: {why}");
            assert!(why.row().unwrap_or(0) == 0, "{what}: {why}");
        }
    }
}

fn batch_key(layout: &Layout, column: &Column) -> Result<Vec<u8>, Error> {
    layout.encode(std::slice::from_ref(column)).map(|keys| keys[0].to_vec())
}

#[test]
fn every_value_in_every_type() {
    let (mut ask, steps) = (Tool(HashMap::new()), conversions());
    assert_eq!(steps.len(), declared().len(), "types of the table, and here");
    let (mut tried, mut refused) = (0, 0);
    for (line, columns) in declared() {
        for column in columns {
            let schema = format!("c:{column}");
            let (template, all) = (template(line), carried());
            let layout = open(&template, &schema);
            for Carried { meant, value, column: batch } in all {
                let step = match meant {
                    Meant::Uuid if column == "bytes(2)" => "REFUSE",
                    _ => &steps[line][meant.kind()],
                };
                let expected = match (&meant, step) {
                    (_, "REFUSE") => None,
                    (Meant::Bytes(bytes), _) => bytes_key(line, &column, bytes),
                    (Meant::Uuid, "KEEP") => bytes_key(line, &column, &ID),
                    _ => meant.said(line, &column).and_then(|text| match (line, &meant) {
                        ("time" | "epoch", Meant::Integer(_) | Meant::Instant(_) | Meant::Date(_)) => {
                            ask.key("{c:i64}", "c:i64", &text)
                        }
                        ("ipv4", Meant::Integer(v)) => {
                            u32::try_from(*v).ok().and_then(|_| ask.key("{c:u64}", "c:u64", &text))
                        }
                        _ => ask.key(&template, &schema, &text),
                    }),
                };
                let what = format!("{meant:?} in {column}");
                if let Some(value) = value {
                    check(&format!("{what}: {value:?}"), layout.key(&[value]), expected.as_deref());
                }
                match batch {
                    Ok(batch) => check(&format!("{what}: {batch:?}"), batch_key(&layout, &batch), expected.as_deref()),
                    Err(why) => assert!(expected.is_none(), "{what}: {why}"),
                }
                tried += 1;
                refused += usize::from(expected.is_none());
            }
        }
    }
    assert!(tried > 3000 && refused > 1000 && refused < tried * 9 / 10, "{refused} of {tried} values were refused");
}

// ---- Layouts of many shapes, of many rows ----

/// Each is a layout over columns that `make_column` knows, and their schema.
const LAYOUTS: [[&str; 2]; 14] = [
    ["{md5(id) % 1000000:07d}{id:010d}", "id:u64"],
    ["{id}", "id:u64"],
    ["{md5(host) % 100:02d}|{host}|{ts:u64}", "host:text,ts:u64"],
    ["{host:esc}{n:i64}{id:u64}", "host:text,n:i64,id:u64"],
    ["{xxh3(host, n):u64}{f:f64}", "host:text,n:i64,f:f64"],
    [r#"{coalesce(host, "none")}|{coalesce(n, -1):i64}"#, "host:text,n:i64"],
    ["{murmur3_32(host):i32}{t:~i64}", "host:text,t:time(ms)"],
    ["{p:i64}{b:u8}{e:u16}{u}", "p:decimal(2),b:bool,e:enum(red, green),u:uuid"],
    ["{a}{v:u32}{x}", "a:ip,v:ipv4,x:hex"],
    ["{crc32(u, host) % 16:02x}{g:f32}{h}", "u:uuid,host:text,g:f32,h:bytes(4)"],
    ["{null_last(n):u8}{coalesce(n, 0):i64}{host:u16s}", "n:i64,host:text"],
    ["{year(t):04d}{month(t):02d}-{host}", "t:time(s),host:text"],
    ["@phoenix-salted(buckets=16)", ""],
    ["@gbif", ""],
];

/// Random values of a declared type: a column, and the fields of a file.
fn make_column(random: &mut Random, kind: &str, declared: &str, rows: usize) -> (Column<'static>, Vec<String>) {
    fn made<T>(rows: usize, mut one: impl FnMut(usize) -> (T, String)) -> (&'static [T], Vec<String>) {
        let (values, fields): (Vec<T>, _) = (0..rows).map(&mut one).unzip();
        (values.leak(), fields)
    }
    macro_rules! column {
        ($one:expr) => {{
            let (values, fields) = made(rows, $one);
            (values.into(), fields)
        }};
    }
    let number = |random: &mut Random| random.next() >> random.below(64);
    match kind {
        "u64" => column!(|_| {
            let v = number(random) % 10_000_000_000;
            (v, v.to_string())
        }),
        "i64" => column!(|_| {
            let v = number(random) as i64 - (1 << 20);
            (v, v.to_string())
        }),
        "f64" => column!(|_| {
            let v = f64::from(random.next() as i32) / 977.0;
            (v, format!("{v:e}"))
        }),
        "f32" => column!(|_| {
            let v = random.below(1 << 24) as f32 / 128.0;
            (v, format!("{v:e}"))
        }),
        "text" => column!(|i| {
            let v = format!("{}{i}", "hö".repeat(random.below(20) as usize));
            (v.clone(), v)
        }),
        "time" => {
            let unit = if declared == "time(ms)" { TimeUnit::Millisecond } else { TimeUnit::Second };
            let (counts, fields) = made(rows, |_| {
                // As text of a time has them: a day, and a part of it.
                let (days, seconds, parts) = (random.below(40000), random.below(86400), random.below(1000));
                let clock = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
                let seconds = (days * 86400 + seconds) as i64;
                let date = tool_date(days);
                match unit {
                    TimeUnit::Second => (seconds, format!("{date}T{clock}Z")),
                    _ => (seconds * 1000 + parts as i64, format!("{date}T{clock}.{parts:03}Z")),
                }
            });
            (Column::timestamps(counts, unit), fields)
        }
        "decimal" => {
            let (unscaled, fields) = made(rows, |_| {
                let v = random.below(1_000_000_000_000) as i64;
                (v, format!("{}.{}", v / 10, v % 10))
            });
            (Column::decimals(unscaled, 1), fields)
        }
        "bool" => column!(|_| {
            let v = random.below(2) == 1;
            (v, v.to_string())
        }),
        "enum" => column!(|_| {
            let v = ["red", "green"][random.below(2) as usize];
            (v, v.to_owned())
        }),
        "uuid" => column!(|_| {
            let v: [u8; 16] = (u128::from(random.next()) << 64 | u128::from(random.next())).to_be_bytes();
            (v, to_hex(&v))
        }),
        "ip" | "ipv4" => column!(|i| {
            let mut v = IpAddr::from((random.next() as u32).to_be_bytes());
            if kind == "ip" && i % 2 == 1 {
                v = IpAddr::from((0x2001_0db8_u128 << 96 | u128::from(random.next())).to_be_bytes());
            }
            (v, v.to_string())
        }),
        "hex" => column!(|_| {
            let v = (random.next() as u32).to_be_bytes().to_vec();
            (v.clone(), to_hex(&v))
        }),
        "bytes" => column!(|i| {
            let v = format!("{:04x}", i & 0xffff);
            (v.clone().into_bytes(), v)
        }),
        _ => panic!("{declared}"),
    }
}

/// The date of a day since 1970: years of 365 days and leap days until there are none left.
fn tool_date(mut days: u64) -> String {
    let is_leap = |year: u64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 0;
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, days + 1)
}

fn tool_keys(layout: &str, schema: &str, fields: &[Vec<String>]) -> Vec<Vec<u8>> {
    let row = |row: usize| fields.iter().map(|column| column[row].as_str()).collect::<Vec<_>>().join("\t") + "\n";
    let text: String = (0..fields[0].len()).map(row).collect();
    let options = ["encode", "--input", "tsv", "--null", "\\N", "--output", "hex", "-l", layout, "-c", schema];
    let mut encode = tool().args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = encode.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let out = encode.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(out.status.success(), "{layout} of {schema}");
    std::str::from_utf8(&out.stdout).unwrap().lines().map(from_hex).collect()
}

#[test]
fn batches_have_the_keys_of_the_tool() {
    let mut random = Random(1);
    for [template, schema] in LAYOUTS {
        for rows in [1, 100, 4096, 10001] {
            let layout = open(template, schema);
            let (mut columns, mut fields) = (Vec::new(), Vec::new());
            for (name, kind, declared) in schema_columns(layout.schema()) {
                let (mut column, mut texts) = make_column(&mut random, &kind, &declared, rows);
                if template.contains(&format!("coalesce({name}")) {
                    let valid: Vec<bool> = (0..rows).map(|_| random.below(4) != 0).collect();
                    column = column.with_valid(&valid);
                    for (text, valid) in texts.iter_mut().zip(valid) {
                        if !valid {
                            *text = "\\N".into();
                        }
                    }
                }
                columns.push(column);
                fields.push(texts);
            }
            let expected = tool_keys(template, layout.schema(), &fields);
            let (mut encoder, mut keys) = (layout.encoder(), Keys::default());
            for _ in 0..2 {
                // The second batch lies in the memory of the first.
                encoder.encode(&columns, &mut keys).unwrap_or_else(|why| panic!("{template}: {why}"));
                assert_eq!((keys.len(), expected.len()), (rows, rows), "{template}");
                for (i, key) in keys.iter().enumerate() {
                    assert_eq!(to_hex(key.unwrap()), to_hex(&expected[i]), "{template}: row {i} of {rows}");
                }
            }
            for (i, back) in
                layout.decode(&keys).unwrap_or_else(|why| panic!("{template}: {why}")).into_iter().enumerate()
            {
                if let Some(back) = back {
                    columns[i] = back;
                }
            }
            let again = layout.encode(&columns).unwrap_or_else(|why| panic!("{template}: {why}"));
            assert!(again.bytes() == keys.bytes(), "{template}: columns that came back make other keys");
        }
    }
}
