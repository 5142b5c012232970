//! That layouts are freed: the only test of its process, whose memory it measures.
#![cfg(target_os = "linux")]

mod common;

use common::open;

/// Pages of the process that are in memory, those of C included.
fn resident_pages() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn layouts_are_freed() {
    let make = |count: u64| {
        for id in 0..count {
            let layout = open("{md5(id) % 1000000:07d}{id:010d}", "");
            layout.clone().key(&[id.into()]).unwrap();
        }
        resident_pages()
    };
    let (first, then) = (make(500), make(10000));
    let grown = then.saturating_sub(first) * 4096;
    assert!(grown < 60 << 20, "{grown} bytes more after 10,000 layouts"); // 10,000 that stay have 140 MB
}
