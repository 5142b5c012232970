//! How many keys a second, and beside them what programs write by hand. Each line is the best of 60 rounds.
//!
//!     cargo bench

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use md5::{Digest, Md5};
use rowkey::{Column, Keys, Layout};

const TEMPLATE: &str = "{md5(id) % 1000000:07d}{id:010d}";
const ROWS: usize = 4096;

/// Prints millions of rows a second and nanoseconds a row.
fn measure(name: &str, rows: usize, mut run: impl FnMut()) {
    let (mut best, mut runs) = (f64::MAX, 1);
    for _ in 0..60 {
        loop {
            let start = Instant::now();
            (0..runs).for_each(|_| run());
            let took = start.elapsed();
            if took > Duration::from_millis(5) {
                best = best.min(took.as_secs_f64() / (runs * rows) as f64);
                break;
            }
            runs *= 2;
        }
    }
    println!("{name:44} {:8.2} M/s {:8.1} ns", 1e-6 / best, 1e9 * best);
}

/// The same key as programs make it without this crate.
fn by_hand(key: &mut Vec<u8>, id: u64) {
    let digest = Md5::digest(id.to_string());
    let left = u128::from_be_bytes(digest.into()) % 1_000_000;
    write!(key, "{left:07}{id:010}").expect("a Vec takes all");
}

fn main() {
    let layout = Layout::compile(TEMPLATE, "id:u64").expect("a template");
    let ids: Vec<u64> = (0..ROWS as u64).map(|i| i * 7919).collect();
    let (mut encoder, mut keys) = (layout.encoder(), Keys::default());
    measure("encode, 4,096 ids", ROWS, || encoder.encode(&[(&ids).into()], &mut keys).expect("keys"));

    let mut all = Vec::new();
    ids.iter().for_each(|&id| by_hand(&mut all, id));
    assert!(all == keys.bytes(), "other keys by hand");

    measure("decode, 4,096 keys", ROWS, || drop(black_box(layout.decode(&keys).expect("columns"))));
    let mut id = 0_u64;
    measure("key, one id", 1, || {
        id += 1;
        black_box(encoder.key(&[id.into()]).expect("a key"));
    });
    measure("key of the layout, one id", 1, || {
        id += 1;
        black_box(layout.key(&[id.into()]).expect("a key"));
    });
    measure("by hand: md-5, format!, u128, 4,096 ids", ROWS, || {
        all.clear();
        ids.iter().for_each(|&id| by_hand(&mut all, id));
        black_box(&all);
    });

    let layout = Layout::compile("{md5(host) % 1000:03d}|{host}|{ts:u64}", "").expect("a template");
    let hosts: Vec<String> = ids.iter().map(|id| format!("host-{id}.example.com")).collect();
    let (bytes, mut offsets) = (hosts.concat(), vec![0]);
    offsets.extend(hosts.iter().scan(0, |end, host| {
        *end += host.len() as u64;
        Some(*end)
    }));
    let mut encoder = layout.encoder();
    measure("encode, 4,096 hosts as Strings", ROWS, || {
        encoder.encode(&[(&hosts).into(), (&ids).into()], &mut keys).expect("keys");
    });
    measure("encode, 4,096 hosts between offsets", ROWS, || {
        encoder.encode(&[Column::texts(bytes.as_bytes(), &offsets), (&ids).into()], &mut keys).expect("keys");
    });
}
