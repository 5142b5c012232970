//! Errors and their places, bad input, the edges of sizes, and threads.

mod common;

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use common::{open, Random};
use rowkey::{BadRows, Column, Decimal, Encoder, Error, ErrorKind, Keys, Layout, TimeUnit, Timestamp, Value, Values};

fn place(why: &Error) -> (Option<usize>, Option<usize>) {
    (why.row(), why.column())
}

// ---- Errors ----

#[test]
fn errors_of_templates_show_the_place() {
    let why = Layout::compile("{id}|{md6(id)}", "id:u64").unwrap_err();
    let shown = why.to_string();
    let lines: Vec<_> = shown.lines().collect();
    assert!(
        lines.len() == 3 && lines[1] == "{id}|{md6(id)}" && lines[2].starts_with("      ^ expected md5"),
        "{shown}"
    );
    assert_eq!((why.position(), place(&why), why.column_name()), (Some(6), (None, None), None));
    let why = Layout::compile("{id}", "id:u65").unwrap_err();
    assert!(why.position() == Some(3) && why.to_string().contains('^'), "{why}");
    assert_eq!(Layout::compile("{", "").unwrap_err().kind(), ErrorKind::Syntax);
    assert_eq!(Layout::compile("{a:u8}", "a:text").unwrap_err().kind(), ErrorKind::Type);
    let boxed: Box<dyn std::error::Error + Send + Sync> = why.into();
    assert!(boxed.downcast_ref::<Error>().is_some());
}

#[test]
fn errors_name_the_column() {
    let layout = open("{a:u8}{b}", "a:u64,b:text");
    let cases: [(Option<usize>, ErrorKind, &str, &[Value]); 8] = [
        (Some(0), ErrorKind::Range, "does not fit", &[256.into(), "x".into()]),
        (Some(0), ErrorKind::Range, "-1", &[(-1).into(), "x".into()]),
        (Some(0), ErrorKind::Range, "null", &[Value::Null, "x".into()]),
        (Some(1), ErrorKind::Range, "null", &[1.into(), Option::<&str>::None.into()]),
        (Some(1), ErrorKind::Type, "integer", &[1.into(), 2.into()]),
        (Some(0), ErrorKind::Number, "abc", &["abc".into(), "x".into()]),
        (None, ErrorKind::Argument, "a:u64,b:text", &[1.into()]),
        (None, ErrorKind::Argument, "3 values", &[1.into(), "x".into(), 2.into()]),
    ];
    for (column, kind, text, values) in cases {
        let why = layout.key(values).unwrap_err();
        assert_eq!(place(&why), (None, column), "{values:?}: {why}");
        assert_eq!(why.kind(), kind, "{values:?}: {why}");
        assert!(why.to_string().contains(text), "{values:?}: {why}");
        assert_eq!(why.column_name(), column.map(|i| layout.columns().nth(i).unwrap()));
    }
    let far = SystemTime::UNIX_EPOCH + Duration::new(253402300799, 1);
    let why = open("{t:i64}", "t:time(s)").key(&[far.into()]).unwrap_err();
    assert!(why.column_name() == Some("t") && why.to_string().contains("too far from 1970"), "{why}");
}

#[test]
fn errors_of_batches_name_the_first_bad_row() {
    let layout = open("{a:u8}{b}", "a:u64,b:text");
    let (mut encoder, mut keys) = (layout.encoder(), Keys::default());
    let (mut numbers, texts) = (vec![0_i64; 5000], vec![String::new(); 5000]);
    encoder.encode(&[(&numbers).into(), (&texts).into()], &mut keys).unwrap();
    assert_eq!(keys.len(), 5000);
    (numbers[4321], numbers[4400]) = (256, -1);
    let why = encoder.encode(&[(&numbers).into(), (&texts).into()], &mut keys).unwrap_err();
    assert_eq!((place(&why), why.column_name(), why.kind()), ((Some(4321), Some(0)), Some("a"), ErrorKind::Range));
    assert!(why.to_string().starts_with("row 4321: ") && why.to_string().contains("256"), "{why}");
    assert!(keys.is_empty() && keys.bytes().is_empty() && keys.iter().next().is_none());

    let good = vec![0_i64; 5000];
    let nulls = Column::from(&good).with_valid(&vec![false; 5000]);
    let wrong: [(Option<usize>, Option<usize>, Vec<Column>); 8] = [
        (None, Some(1), vec![(&good).into(), (&texts[1..]).into()]),
        (None, Some(0), vec![Column::from(&good).with_valid(&[true]), (&texts).into()]),
        (None, Some(0), vec![Column::from(&good).with_valid(&vec![true; 5001]), (&texts).into()]),
        (None, Some(0), vec![Column::from(&good).with_validity(&[0xff; 625], 1), (&texts).into()]),
        (None, Some(0), vec![Column::from(&good).with_validity(&[0xff; 625], usize::MAX), (&texts).into()]),
        (Some(0), Some(0), vec![nulls, (&texts).into()]),
        (None, Some(1), vec![(&good).into(), Column::dates(&[0; 5000])]),
        (None, None, vec![(&good).into()]),
    ];
    for (row, column, columns) in wrong {
        let why = encoder.encode(&columns, &mut keys).unwrap_err();
        assert_eq!(place(&why), (row, column), "{why}");
        assert!(keys.is_empty());
    }
    let constant = open("key{1:u8}", "");
    assert_eq!(constant.key(&[]).unwrap(), b"key\x01");
    assert!(constant.encode(&[]).unwrap_err().to_string().contains("without columns"));
}

#[test]
fn offsets_that_are_wrong_are_errors_of_their_row() {
    let layout = open("{a}|", "a:text");
    for (row, bytes, offsets) in [
        (0, &b"x"[..], &[0, 2][..]),
        (1, b"x", &[0, 1, 0]),
        (0, b"x", &[u64::MAX, 1]),
        (1, b"xy", &[0, 1, 1 << 40]),
        (0, b"", &[0, 1]),
    ] {
        for column in [Column::texts(bytes, offsets), Column::bytes(bytes, offsets)] {
            let why = layout.encode(&[column]).unwrap_err();
            assert_eq!(place(&why), (Some(row), Some(0)), "{offsets:?}: {why}");
        }
    }
    // A batch without rows needs no offsets, and one of empty texts no bytes.
    assert!(layout.encode(&[Column::texts(b"", &[])]).unwrap().is_empty());
    assert!(layout.encode(&[Column::texts(b"", &[0])]).unwrap().is_empty());
    assert_eq!(layout.encode(&[Column::texts(b"", &[0, 0])]).unwrap()[0], *b"|");
    assert_eq!(layout.encode(&[Column::texts(b"abc", &[1, 2, 3])]).unwrap().bytes(), b"b|c|");
    assert!(layout.encode(&[Column::fixed(b"abcd", 2)]).unwrap().bytes() == b"ab|cd|");
}

/// Text of a text column is bytes, and that of other types is what the type reads.
#[test]
fn bytes_that_are_not_utf8() {
    let layout = open("{a}|{b:u8}", "a:text,b:u64");
    let key = layout.key(&[b"\xff\xfe".as_slice().into(), 7.into()]).unwrap();
    assert_eq!(key, b"\xff\xfe|\x07");
    assert_eq!(layout.decode_key(&key).unwrap(), [Some(Value::from(b"\xff\xfe".to_vec())), Some(Value::U64(7))]);
    let offsets = [0, 1];
    assert_eq!(layout.encode(&[Column::texts(b"\xff", &offsets), (&[7_u8]).into()]).unwrap()[0], *b"\xff|\x07");
    let why = layout.encode(&[(&["a"]).into(), Column::texts(b"\xff", &offsets)]).unwrap_err();
    assert_eq!((place(&why), why.kind()), ((Some(0), Some(1)), ErrorKind::Number));
    // What is not text cannot be written in UTF-16.
    let why = open("{utf16le(a)}", "a:text").key(&[b"\xff".as_slice().into()]).unwrap_err();
    assert_eq!(place(&why), (None, Some(0)), "{why}");
}

#[test]
fn bad_rows_become_null_keys() {
    for template in ["{a:u8}", "{a:u8}|{b}"] {
        let layout = open(template, "");
        let (a, b) = ([Some(1), Some(256), None, Some(4)], ["w", "x", "y", "z"]);
        let all: [Column; 2] = [(&a).into(), (&b).into()];
        let columns = &all[..layout.columns().len()];
        let mut keys = Keys::default();
        let why = layout.encoder().bad_rows(BadRows::NullForNulls).encode(columns, &mut keys).unwrap_err();
        assert_eq!(why.row(), Some(1));
        layout.encoder().bad_rows(BadRows::NullForBad).encode(columns, &mut keys).unwrap();
        assert_eq!(keys.iter().map(|key| key.is_none()).collect::<Vec<_>>(), [false, true, true, false]);
        assert_eq!(keys.validity().map(|bits| bits[0] & 15), Some(0b1001));
        assert_eq!(layout.decode(&keys).unwrap_err().row(), Some(1));
        let good: [Column; 2] = [(&[1, 2, 3, 4]).into(), (&b).into()];
        layout.encoder().encode(&good[..columns.len()], &mut keys).unwrap();
        assert!(keys[3][0] == 4 && keys.validity().is_none() && keys.get(1).is_some());
    }
}

#[test]
#[should_panic(expected = "key 0 is null")]
fn a_null_key_has_no_bytes() {
    let (layout, mut keys) = (open("{a:u8}", ""), Keys::default());
    layout.encoder().bad_rows(BadRows::NullForBad).encode(&[(&[256]).into()], &mut keys).unwrap();
    let _ = &keys[0];
}

#[test]
fn bad_keys() {
    let layout = open("{a:u8}|{b}", "a:u64,b:text");
    for key in [&b""[..], b"\x01", b"\x01-b"] {
        assert_eq!(layout.decode_key(key).unwrap_err().row(), None);
        assert_eq!(layout.decode(&Keys::from_iter([b"\x01|b", key])).unwrap_err().row(), Some(1), "{key:?}");
    }
    for (row, offsets) in [(0, vec![0, 4]), (1, vec![0, 3, 2]), (0, vec![u64::MAX, 3]), (1, vec![0, 1, 1 << 40])] {
        assert_eq!(place(&Keys::new(b"\x01|b".into(), offsets).unwrap_err()), (Some(row), None));
    }
    for offsets in [vec![], vec![4]] {
        let why = Keys::new(b"\x01|b".into(), offsets).unwrap_err();
        assert_eq!((why.kind(), place(&why)), (ErrorKind::Argument, (None, None)), "{why}");
    }
    let keys = Keys::new(b"\x01|b\x02|cc".into(), vec![0, 3, 7]).unwrap();
    let columns = layout.decode(&keys).unwrap();
    assert_eq!(columns[0].as_ref().unwrap().values(), &Values::U64(vec![1, 2].into()));
    assert_eq!(columns[1].as_ref().unwrap().text(1), Some(&b"cc"[..]));
    // Keys of one width that are those of another layout.
    let keys = open("{a:u16}", "").encode(&[(&[1, 2, 3]).into()]).unwrap();
    assert_eq!(open("{a:u8}", "").decode(&keys).unwrap_err().row(), Some(0));
    for none in [Keys::default(), Keys::new(Vec::new(), vec![0]).unwrap(), Keys::from_iter([[0; 0]; 0])] {
        assert_eq!(layout.decode(&none).unwrap()[1].as_ref().unwrap().rows(), 0);
    }
}

/// Each of the rows and bits of validity that there are not.
#[test]
fn nulls_of_rows_that_there_are_not() {
    for (column, row) in [
        (Column::from(&[1, 2]), 2),
        (Column::nulls(2), 2),
        (Column::from(&[Some(1), None]), 2),
        (Column::from(&["a", "b"]), 2),
        (Column::from(&[1, 2]).with_validity(&[0xff], 7), 1),
        (Column::from(&[1, 2]).with_validity(&[0xff], usize::MAX), 1),
    ] {
        for ask in [|column: &Column, row| column.is_null(row), |column: &Column, row| column.text(row).is_some()] {
            let why = std::panic::catch_unwind(|| ask(&column, row)).unwrap_err();
            let text = why.downcast_ref::<String>().unwrap();
            assert!(text.starts_with(&format!("row {row} ")), "{column:?}: {text}");
        }
    }
}

// ---- What layouts say, and the edges of sizes ----

#[test]
fn layouts_say_their_columns() {
    let layout = open("{b}|{a:i64}{c:u8}{d:u16}", r#"a:time(ms, "%d,%m \"(%Y"),b:text,c:enum(x, "y,z"),d:u64"#);
    assert_eq!(layout.columns().collect::<Vec<_>>(), ["a", "b", "c", "d"], "{}", layout.schema());
    assert_eq!(layout.key_width(), None);
    assert_eq!(open("{md5(id) % 1000000:07d}{id:010d}", "").key_width(), Some(17));
    assert_eq!(open("{md5(host) % 10:02d}{ts:u64}", "").schema(), "host:text,ts:i64");
    assert_eq!(open("key{1:u8}", "").columns().len(), 0);
    for (name, kind) in
        [("a(b", "u64"), ("a,b", "u64"), ("a\"b", "u64"), ("a:b", "time(ms)"), ("user-id", "enum(\"a`b\", c)")]
    {
        let layout = open(&format!("{{`{name}`:u64}}{{c:u8}}"), &format!("`{name}`:{kind},c:u64"));
        assert_eq!(layout.columns().collect::<Vec<_>>(), [name, "c"], "{}", layout.schema());
        let values = layout.decode_key(&[0, 0, 0, 0, 0, 0, 0, 1, 2]).unwrap();
        assert_eq!(values[1], Some(2_u64.into()), "{name}");
    }
}

/// C says which numbers those are.
#[test]
fn numbers_beyond_their_type_are_refused() {
    for (kind, most) in [("bool", 1_u64), ("ipv4", u32::MAX.into()), ("enum(red, green)", 1)] {
        let layout = open("{c:u64}", &format!("c:{kind}"));
        let good = layout.decode_key(&most.to_be_bytes()).unwrap();
        assert_eq!(layout.key(&[good[0].clone().unwrap()]).unwrap(), most.to_be_bytes());
        let key = (most + 1).to_be_bytes();
        for why in [
            layout.key(&[Value::Code(most + 1)]).unwrap_err(),
            layout.decode_key(&key).unwrap_err(),
            layout.decode(&Keys::from_iter([key])).unwrap_err(),
        ] {
            assert_eq!((why.kind(), why.column_name()), (ErrorKind::Range, Some("c")), "{kind}: {why}");
        }
    }
}

#[test]
fn decoded_values_have_the_types_of_columns() {
    let layout = open(
        "{u:u64}{i:i64}{f:f64}{g:f32}{t:i64}{e:i64}{p:i64}{o:u8}{n:u8}{v:u32}{id}{a}{x}{w}{null_last(z):u8}{coalesce(z, 0):u8}{md5(h)}|{s}",
        "u:u64,i:i64,f:f64,g:f32,t:time(us),e:epoch(s),p:decimal(2),o:bool,n:enum(x, y),v:ipv4,id:uuid,a:ip,x:ip,w:bytes(2),z:u64,h:text,s:text",
    );
    let decimal = |unscaled, scale| Value::from(Decimal { unscaled, scale });
    let address = |text: &str| Value::from(text.parse::<IpAddr>().unwrap());
    let given = [
        7_u64.into(),
        (-7).into(),
        (-2.5).into(),
        0.1_f32.into(),
        Timestamp { count: 1709208000000125, unit: TimeUnit::Microsecond }.into(),
        Timestamp { count: 1709208000, unit: TimeUnit::Second }.into(),
        decimal(125, 1),
        true.into(),
        "y".into(),
        address("10.0.0.1"),
        [7; 16].into(),
        address("2001:db8::1"),
        address("10.0.0.2"),
        b"ab".as_slice().into(),
        Value::Null,
        "hashed".into(),
        "zoë".into(),
    ];
    let record = layout.decode_key(&layout.key(&given).unwrap()).unwrap();
    let mut expected: Vec<_> = given.into_iter().map(Some).collect();
    (expected[6], expected[8], expected[15]) = (Some(decimal(1250, 2)), Some(Value::Code(1)), None);
    assert_eq!(record, expected);
}

#[test]
fn times_of_the_standard_library() {
    for (count, unit) in [
        (-1, TimeUnit::Nanosecond),
        (-1500, TimeUnit::Millisecond),
        (1, TimeUnit::Second),
        (i64::MIN, TimeUnit::Microsecond),
    ] {
        let time = Timestamp { count, unit }.to_system_time().unwrap();
        let ns = |time: SystemTime| match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => after.as_nanos() as i128,
            Err(before) => -(before.duration().as_nanos() as i128),
        };
        assert_eq!(ns(time), i128::from(count) * 1000i128.pow(3 - unit as u32));
    }
    let far = SystemTime::UNIX_EPOCH + Duration::from_secs(253402300799);
    let why = Column::system_times(&[SystemTime::UNIX_EPOCH + Duration::new(0, 1), far]).unwrap_err();
    assert_eq!(why.row(), Some(1));
    assert_eq!(Column::system_times(&[]).unwrap().rows(), 0);
}

#[test]
fn sizes() {
    let layout = open("{a}|{b:u8}", "a:text,b:u64");
    let long = "x".repeat(1 << 21);
    let key = layout.key(&[(&long).into(), 7.into()]).unwrap();
    assert!(key.len() == long.len() + 2 && key.ends_with(b"x|\x07"));
    assert!(layout.decode_key(&key).unwrap()[0] == Some(Value::from(&long)));
    let (mut encoder, mut keys) = (layout.encoder(), Keys::default());
    for rows in [0_u8, 1, 3, 0, 9, 2] {
        let texts: Vec<&str> = (0..rows).map(|i| &long[..usize::from(i) * 1000]).collect();
        let numbers: Vec<u8> = (0..rows).collect();
        encoder.encode(&[(&texts).into(), (&numbers).into()], &mut keys).unwrap();
        let columns = layout.decode(&keys).unwrap();
        let back = columns[0].as_ref().unwrap();
        assert_eq!(
            (keys.len(), back.rows(), columns[1].as_ref().unwrap().rows()),
            (rows.into(), rows.into(), rows.into())
        );
        for (i, text) in texts.iter().enumerate() {
            assert!(back.text(i) == Some(text.as_bytes()) && keys[i] == [text.as_bytes(), b"|", &[i as u8]].concat());
        }
    }
}

#[test]
fn random_numbers_go_on() {
    let (layout, numbers) = (open("{random():u64}{a:u8}", "a:u64"), [0_u64; 10]);
    let whole = layout.encode(&[(&numbers).into()]).unwrap();
    let (layout, mut parts, mut keys) = (open("{random():u64}{a:u8}", "a:u64"), Vec::new(), Keys::default());
    for rows in [3, 0, 7] {
        // Another encoder of the same layout goes on, too.
        layout.encoder().encode(&[(&numbers[..rows]).into()], &mut keys).unwrap();
        parts.extend_from_slice(keys.bytes());
    }
    assert_eq!(parts, whole.bytes());
}

// ---- Threads, and anything ----

#[test]
fn many_threads_share_a_layout() {
    fn is_shared<T: Send + Sync + Clone + 'static>(_: &T) {}
    fn is_sent<T: Send>(_: &T) {}
    let layout = open("{md5(host) % 1000:03d}|{host}|{ts:u64}", "host:text,ts:u64");
    is_shared(&layout);
    is_sent(&layout.encoder());
    let hosts: Vec<String> = (0..4096).map(|i| format!("host-{}.example.com", i * 7919)).collect();
    let times: Vec<u64> = (0..4096).map(|i| i * 7919).collect();
    let expected = layout.encode(&[(&hosts).into(), (&times).into()]).unwrap();
    let work = |worker: usize, mut encoder: Encoder| {
        let mut keys = Keys::default();
        for i in 0..20 {
            encoder.encode(&[(&hosts).into(), (&times).into()], &mut keys).unwrap();
            assert!(keys.bytes() == expected.bytes());
            let columns = encoder.layout().decode(&keys).unwrap();
            assert_eq!(columns[1].as_ref().unwrap().values(), &Values::U64((&times).into()));
            let row = (worker * 20 + i) % 4096;
            let key = encoder.key(&[(&hosts[row]).into(), times[row].into()]).unwrap();
            assert_eq!(key, &expected[row]);
            assert_eq!(encoder.key(&["x".into(), (-1).into()]).unwrap_err().column(), Some(1));
        }
    };
    let work = &work;
    std::thread::scope(|scope| {
        // More than have their working memory ready.
        for worker in 0..24 {
            let encoder = layout.clone().encoder();
            scope.spawn(move || work(worker, encoder));
        }
    });
}

/// Templates, schemas and values that are anything: an error or a key that comes back, and no crash.
#[test]
fn anything_is_a_key_or_an_error() {
    let mut random = Random(42);
    let parts = [
        "{",
        "}",
        "a",
        "b",
        ":",
        "u8",
        "u64",
        "text",
        "|",
        "md5(",
        ")",
        " % ",
        "10",
        ",",
        "\"",
        "\\",
        "(",
        "coalesce(a, ",
        "\u{e9}",
        "time(ms)",
        ":esc",
        "@gbif",
        "\0",
    ];
    let mut keys = 0;
    for _ in 0..20000 {
        let mut text = |most| {
            (0..random.below(most)).map(|_| parts[random.below(parts.len() as u64) as usize]).collect::<String>()
        };
        let (template, schema) = (text(6) + "{a}", text(4));
        for schema in [schema.as_str(), "", "a:u64,b:text"] {
            let Ok(layout) = Layout::compile(&template, schema) else { continue };
            let values: Vec<Value> = layout.columns().map(|_| random.below(300).to_string().into()).collect();
            if let Ok(key) = layout.key(&values) {
                keys += 1;
                layout.decode_key(&key).unwrap_or_else(|why| panic!("{template} of {schema}: {values:?}: {why}"));
            }
        }
    }
    assert!(keys > 100, "{keys} keys");
}
