/** Layouts, records and questions at random, of every kind of expression and format, and some that are wrong. */

/** Numbers that are the same in every run of a seed: xorshift with 32 bits. */
export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = (seed * 2654435761 + 88675123) >>> 0 || 1;
  }

  /** From 0 to bound - 1. @param {number} bound */
  below(bound) {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    this.#state >>>= 0;
    return this.#state % bound;
  }

  /** @template T @param {T[]} items @returns {T} */
  of(items) {
    return items[this.below(items.length)];
  }
}

export const SCHEMA = 'id:u64,n:i64,host:text,ts:time(ms),price:decimal(2),u:uuid,f:f64';

const HASHES = [
  'md5',
  'sha1',
  'sha256',
  'murmur3_32',
  'murmur2',
  'xxh64',
  'crc32',
  'fnv1a_64',
  'siphash24',
  'java_hash',
];

/** @param {Random} random */
function number(random) {
  return String(random.of([1, 2, 3, 7, 10, 16, 97, 100, 256, 1000, 65536, 1000000, random.below(2 ** 31)]));
}

/** An integer of columns. @param {Random} random @param {number} depth @returns {string} */
function integer(random, depth) {
  const inner = () => (depth > 0 ? integer(random, depth - 1) : random.of(['id', 'n', 'ts', 'price']));
  switch (random.below(12)) {
    case 0:
      return `${random.of(HASHES)}(${random.of(['id', 'n', 'host', 'host, id', 'ts:u64', 'line'])})`;
    case 1:
      return `${inner()} % ${number(random)}`;
    case 2:
      return `floormod(${inner()}, ${number(random)})`;
    case 3:
      return `abs(${inner()})`;
    case 4:
      return `(${inner()} ${random.of(['+', '-', '*', '^', '&', '|', '>>', '/'])} ${number(random)})`;
    case 5:
      return `truncate(ts, ${random.of(['1h', '1d', '3600000', 'month'])})`;
    case 6:
      return `${random.of(HASHES)}(host) % ${number(random)}`;
    case 7:
      return `length(host)`;
    default:
      return inner();
  }
}

/** @param {Random} random */
function text(random) {
  return random.of([
    'host',
    'prefix(host, 3)',
    'lower(host)',
    'upper(host)',
    'slice(host, 1, 4)',
    'trim(host)',
    'reverse_labels(host)',
  ]);
}

const INTEGER_FORMATS = [
  '',
  ':d',
  ':05d',
  ':010d',
  ':020d',
  ':x',
  ':08x',
  ':u8',
  ':u16',
  ':u32',
  ':u64',
  ':i32',
  ':i64',
  ':~i64',
  ':a',
  ':v',
];
const TEXT_FORMATS = ['', ':12s', ':esc', ':mem', ':z', ':utf16le', ':x'];

/** @param {Random} random */
function field(random) {
  switch (random.below(6)) {
    case 0:
      return random.of(['|', '-', '\\x00', '#', 'é', ' ']);
    case 1:
    case 2:
      return `{${text(random)}${random.of(TEXT_FORMATS)}}`;
    case 3:
      return random.of([
        '{u}',
        '{u:x}',
        '{f:f64}',
        '{reverse_time(ts):u64}',
        '{random() % 8:u8}',
        '{coalesce(n, 0):i64}',
      ]);
    default:
      return `{${integer(random, random.below(3))}${random.of(INTEGER_FORMATS)}}`;
  }
}

/** A layout; one of ten has a byte too many, too few, or another one. @param {Random} random */
export function layout(random) {
  const fields = Array.from({ length: 1 + random.below(4) }, () => field(random));
  const right = fields.join('');
  if (random.below(10) > 0) return right;
  const at = random.below(right.length);
  return right.slice(0, at) + random.of(['', '{', '}', '(', '%', '\\', 'x']) + right.slice(at + random.below(2));
}

/**
 * What HBase's shell prints for list_regions, with the columns that are read of it.
 *
 * @param {string[]} points between the regions, in its escapes
 * @param {string[]} servers of the regions
 */
export function listing(points, servers) {
  const rows = servers.map((server, i) => [server, points[i - 1] ?? '', points[i] ?? '']);
  const line = (/** @type {string[]} */ cells) => `${cells.map((cell) => ` ${cell.padStart(20)} |`).join('')}\n`;
  const head = line(['SERVER_NAME', 'START_KEY', 'END_KEY']) + line(Array(3).fill('-'.repeat(20)));
  return `hbase> list_regions 't'\n${head}${rows.map(line).join('')} ${rows.length} rows\nTook 0.1 seconds\n`;
}

/** Some records as CSV, with quotes, blanks and empty fields. @param {Random} random @param {number} rows */
export function records(random, rows) {
  const digits = (/** @type {number} */ count) => Array.from({ length: count }, () => random.below(10)).join('');
  const hex = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => random.below(16).toString(16)).join('');
  const host = () =>
    random.of(['web-1', 'WEB.Example.org', '"a,b"', '"say ""hi"""', 'é', '  x ', '', 'h'.repeat(1 + random.below(30))]);
  const row = () =>
    [
      digits(1 + random.below(18)),
      random.of(['', '-']) + digits(1 + random.below(18)).replace(/^0+(?=.)/, ''),
      host(),
      `20${10 + random.below(20)}-0${1 + random.below(9)}-1${random.below(10)}T0${random.below(10)}:00:00.${digits(3)}Z`,
      `${random.below(1000)}.${digits(2)}`,
      `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
      random.of(['0', '-1.5', '6e-7', '123456.789']),
    ].join(',');
  return Array.from({ length: rows }, row).join('\n') + '\n';
}

/** @param {Random} random */
export function question(random) {
  return random.of([
    `id = ${random.below(1000)}`,
    'host = web-1',
    'host begins w, id < 100',
    'ts >= 2015-01-01, ts < 2016-01-01',
    'n in (1, 2, 3)',
    'host = , id',
    'price = 1.25',
    '',
  ]);
}
