//! Makes sorted files of keys and values, such as bulk loads of a store want them, from the batches of a queue.
//!
//!     cargo run --release --example ingest -- /tmp/runs 1000000
//!
//! A thread for each partition of the queue fills columns, encodes 4,096 messages in one call, and writes a run of sorted
//! rows when it has enough. Messages without a key are counted, not lost in silence. The queue here makes its messages
//! itself; a client of Kafka or NATS takes its place.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use rowkey::{BadRows, Column, Encoder, Keys, Layout, TimeUnit};

const BATCH: usize = 4096;

/// Devices are spread over the table, and each one's readings lie together, the latest first.
fn layout() -> Result<Layout, rowkey::Error> {
    let template = "{murmur3_32(device) & 255:u8}{device}|{9223372036854775807 - ts:u64}";
    Layout::compile(template, "device:text,ts:time(ms)")
}

/// What a partition delivers. Some devices forget to say their name.
struct Message {
    device: Option<String>,
    milliseconds: i64,
    value: f64,
}

/// Stands for the poll of a queue's client: the next messages of a partition, none at its end.
fn receive(partition: usize, offset: usize, messages: usize) -> Vec<Message> {
    let message = |n: usize| Message {
        device: (n % 10007 != 10006).then(|| format!("meter-{partition}-{:04}", n % 1000)),
        milliseconds: 1_700_000_000_000 + n as i64 * 250,
        value: (n % 977) as f64 / 10.0,
    };
    (offset..messages.min(offset + BATCH)).map(message).collect()
}

/// Rows that become a file: keys side by side, where they end, and what belongs to them.
#[derive(Default)]
struct Run {
    keys: Vec<u8>,
    rows: Vec<(std::ops::Range<usize>, f64)>,
}

impl Run {
    fn push(&mut self, key: &[u8], value: f64) {
        let begin = self.keys.len();
        self.keys.extend_from_slice(key);
        self.rows.push((begin..self.keys.len(), value));
    }

    /// Writes the rows in the order of their keys. The file has its name when it is complete.
    fn write(mut self, path: &Path) -> std::io::Result<()> {
        let keys = &self.keys;
        self.rows.sort_by(|a, b| keys[a.0.clone()].cmp(&keys[b.0.clone()]));
        let part = path.with_extension("part");
        let mut out = BufWriter::new(File::create(&part)?);
        for (key, value) in self.rows {
            for byte in &keys[key] {
                write!(out, "{byte:02x}")?;
            }
            writeln!(out, "\t{value}")?;
        }
        out.into_inner()?.sync_all()?;
        fs::rename(part, path)
    }
}

/// Turns a partition into runs, and returns how many messages had no key.
fn consume(
    mut encoder: Encoder,
    partition: usize,
    messages: usize,
    run_rows: usize,
    folder: PathBuf,
) -> Result<usize, Box<dyn Error + Send + Sync>> {
    let (mut keys, mut run, mut runs, mut offset, mut without) = (Keys::default(), Run::default(), 0, 0, 0);
    loop {
        let batch = receive(partition, offset, messages);
        if run.rows.len() >= run_rows || batch.is_empty() && !run.rows.is_empty() {
            std::mem::take(&mut run).write(&folder.join(format!("{partition}-{runs:04}.tsv")))?;
            runs += 1;
        }
        if batch.is_empty() {
            return Ok(without);
        }
        let devices: Vec<Option<&str>> = batch.iter().map(|message| message.device.as_deref()).collect();
        let times: Vec<i64> = batch.iter().map(|message| message.milliseconds).collect();
        encoder
            .encode(&[(&devices).into(), Column::timestamps(&times, TimeUnit::Millisecond)], &mut keys)
            .map_err(|why| format!("partition {partition}, messages from {offset}: {why}"))?;
        for (key, message) in keys.iter().zip(&batch) {
            match key {
                Some(key) => run.push(key, message.value),
                None => without += 1,
            }
        }
        offset += batch.len();
    }
}

fn ingest(
    partitions: usize,
    messages: usize,
    run_rows: usize,
    folder: &Path,
) -> Result<usize, Box<dyn Error + Send + Sync>> {
    let layout = layout()?; // which all threads share
    let threads: Vec<_> = (0..partitions)
        .map(|partition| {
            let (encoder, folder) = (layout.encoder().bad_rows(BadRows::NullForNulls), folder.to_owned());
            std::thread::spawn(move || consume(encoder, partition, messages, run_rows, folder))
        })
        .collect();
    let mut without = 0;
    for thread in threads {
        without += thread.join().expect("a thread that does not panic")?;
    }
    Ok(without)
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected a folder for the files, and how many messages a partition has")?;
    let messages = arguments.next().as_deref().unwrap_or("100000").parse()?;
    let (partitions, start) = (4, Instant::now());
    let without = ingest(partitions, messages, 1 << 18, Path::new(&folder))?;
    let all = partitions * messages;
    println!("{all} messages in {:.2?}, {without} of them without a device", start.elapsed());
    Ok(())
}

/// All messages but those without a device are in the files, sorted, and their keys give the devices back.
#[test]
fn files_are_sorted_and_complete() {
    let folder = std::env::temp_dir().join(format!("rowkey-ingest-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let (partitions, messages) = (2, 25000);
    assert_eq!(ingest(partitions, messages, 10000, &folder).unwrap(), 4);
    let paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(paths.len(), 6);
    let (layout, mut rows) = (layout().unwrap(), 0);
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let keys: Vec<&str> = text.lines().map(|line| line.split_once('\t').unwrap().0).collect();
        assert!(keys.windows(2).all(|pair| pair[0] <= pair[1]), "{}", path.display());
        let device = format!("meter-{}", &path.file_name().unwrap().to_str().unwrap()[..1]);
        for key in &keys {
            let key: Vec<u8> =
                (0..key.len()).step_by(2).map(|i| u8::from_str_radix(&key[i..i + 2], 16).unwrap()).collect();
            match &layout.decode_key(&key).unwrap()[0] {
                Some(rowkey::Value::Text(text)) => assert!(text.starts_with(&device)),
                other => panic!("{}: {other:?}", path.display()),
            }
        }
        rows += keys.len();
    }
    assert_eq!(rows, partitions * messages - 4);
    fs::remove_dir_all(folder).unwrap();
}
