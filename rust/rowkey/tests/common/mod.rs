#![allow(dead_code)] // each test program uses a part

use std::path::PathBuf;
use std::process::Command;

use rowkey::Layout;

/// The folder of the keys that never change, seen from that of the package.
pub const KEPT: &str = "../../tests/kept_keys/";

pub fn open(template: &str, schema: &str) -> Layout {
    Layout::compile(template, schema).unwrap_or_else(|why| panic!("{template} of {schema}: {why}"))
}

/// Name, type and declaration of each column: ("t", "time", "time(ms)").
pub fn schema_columns(schema: &str) -> Vec<(String, String, String)> {
    let (mut columns, mut depth, mut quoted, mut escaped) = (vec![String::new()], 0, false, false);
    for c in schema.chars() {
        let was_escaped = std::mem::take(&mut escaped);
        match c {
            _ if was_escaped => {}
            '\\' => escaped = quoted,
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                columns.push(String::new());
                continue;
            }
            _ => {}
        }
        columns.last_mut().unwrap().push(c);
    }
    let parts = |column: String| {
        let (name, declared) = column.split_once(':').unwrap();
        let kind = declared.split('(').next().unwrap();
        (name.trim().to_owned(), kind.to_owned(), declared.to_owned())
    };
    columns.into_iter().filter(|column| !column.is_empty()).map(parts).collect()
}

pub fn from_hex(text: &str) -> Vec<u8> {
    assert!(text.len() % 2 == 0, "{text}");
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The command whose keys are compared: $ROWKEY, or that of the release build.
pub fn tool() -> Command {
    let path = std::env::var_os("ROWKEY").map_or("../../build/release/rowkey".into(), PathBuf::from);
    assert!(path.exists(), "{} is not built: run scripts/test-rust, or set ROWKEY to a rowkey command", path.display());
    Command::new(path)
}

/// Numbers that look random: xorshift64*.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}
