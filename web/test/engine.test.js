/** The module itself: what it needs, and what it says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { Engine } from '../page/engine.js';
import { listing, Random, records, SCHEMA } from './layouts.js';
import { engineModule, pagePath } from './paths.js';

test('the module imports nothing', () => {
  assert.deepEqual(WebAssembly.Module.imports(engineModule()), []);
});

test('the page is small enough', () => {
  const page = readFileSync(pagePath);
  const compressed = brotliCompressSync(page).length;
  assert.ok(page.length <= 700_000 && compressed <= 480_000, `${page.length} bytes, ${compressed} compressed`);
});

test('an error names its place, and the next call works', () => {
  const engine = new Engine(engineModule());
  engine.ask('rows_made', 'sequential', 10, 0);
  assert.throws(() => engine.ask('design_layout', 0, '{id:u64'), {
    name: 'EngineError',
    offset: 7,
    message: /^the template ends within a field\n\{id:u64\n {7}\^ expected }/,
  });
  assert.throws(() => engine.ask('design_keys', 0), { message: /layout is not valid/ });
  assert.equal(engine.ask('design_layout', 0, '{id:u64}').max_width, 8);
  assert.equal(engine.ask('design_keys', 0).rows, 10);
});

test('the header of a file gives names and types, as the tool finds them', () => {
  const engine = new Engine(engineModule());
  const text = 'id,"São ""P"" Paulo",at\n1,a,2024-01-01T00:00:00Z\n2,"b,c",2024-01-02T00:00:00Z\n';
  engine.ask('text_begin', Buffer.byteLength(text));
  engine.ask('text_append', text);
  const { columns, named, shown } = engine.ask('rows_text', 1, true, true, '');
  assert.deepEqual(
    columns.slice(0, named).map((/** @type {any} */ { type }) => type),
    ['u64', 'text', 'time(s)'],
  );
  assert.equal(shown, 2);
});

test('a record that cannot be read is named by its line', () => {
  const engine = new Engine(engineModule());
  const text = 'id,name\n1,a\n2,"b" c\n';
  engine.ask('text_begin', Buffer.byteLength(text));
  engine.ask('text_append', text);
  assert.throws(() => engine.ask('rows_text', 1, true, true, ''), { message: /^line 3: field 2 has text after/ });
});

/** @param {Engine} engine @param {string} text */
function beginWith(engine, text) {
  engine.ask('run_begin', 1, 1, 1, 0, 0, -1, text);
}

test('what is wrong with a listing is named by its line', () => {
  const engine = new Engine(engineModule());
  engine.ask('rows_made', 'sequential', 10, 0);
  engine.ask('design_layout', 0, '{id:05d}');
  beginWith(engine, listing(['00003'], ['a', 'b']));
  const wrong = /** @type {const} */ ([
    ['no listing', /^the list of regions, line 1: there is no table of regions/],
    [listing(['00003'], ['a', '']), /line 5: the region has no server/],
    [listing(['5', '3'], ['a', 'b', 'c']), /line 6: .*split point/],
    [listing(['\\x5c'], ['a', 'b']), /line 5: .*upper-case digits/],
    [listing(['3'], ['a', 'b']).replace('2 rows', '3 rows'), /line 6: the line " 3 rows" is neither/],
  ]);
  for (const [text, message] of wrong) assert.throws(() => beginWith(engine, text), { message });
});

test('the rows that a question wants are the same whatever the layout reads for it', () => {
  const engine = new Engine(engineModule());
  const random = new Random(11);
  const text = records(random, 400);
  engine.ask('text_begin', Buffer.byteLength(text));
  engine.ask('text_append', text);
  engine.ask('rows_text', 1, false, true, SCHEMA);
  const asked = [
    { column: 'id', exact: '{id:u64}', questions: ['id = ?', 'id > 50000', 'id in (1, 2, 3)', 'id <= 1000'] },
    { column: 'n', exact: '{n:i64}', questions: ['n < 0', 'n >= -7', 'n = ?'] },
    { column: 'f', exact: '{f:f64}', questions: ['f > 0', 'f <= -0.0', 'f < 0.0', 'f in (-1.5, 6e-7)'] },
    { column: 'host', exact: '{host}', questions: ['host = ?', 'host begins w', 'host > "b"', 'host <= ""'] },
    { column: 'ts', exact: '{ts:i64}', questions: ['ts >= ?', 'ts < ?', 'ts >= 2015-01-01, ts < 2016-01-01'] },
    { column: 'price', exact: '{price:i64}', questions: ['price > 1.5', 'price = ?'] },
  ];
  let some = 0;
  for (const { column, exact, questions } of asked) {
    engine.ask('design_layout', 0, exact);
    engine.ask('design_keys', 0);
    // Its keys know nothing of the column.
    engine.ask('design_layout', 1, column === 'id' ? '{n:i64}' : '{id:u64}');
    engine.ask('design_keys', 1);
    const all = column === 'id' ? 'n > -9223372036854775808' : 'id < 18446744073709551615';
    for (const question of questions) {
      const known = engine.ask('design_question', 0, 7, question);
      assert.ok(known.exact && known.wanted === known.read, question);
      const filtered = engine.ask('design_question', 1, 7, `${all}, ${question}`);
      assert.deepEqual([filtered.exact, filtered.read, filtered.wanted], [false, 400, known.read], question);
      some += Number(known.read > 0 && known.read < 400);
    }
  }
  // Else the conditions are too wrong to test anything.
  assert.ok(some > 10, `${some}`);
});

test('a null leaves open how many rows are wanted only where the other conditions hold, in any order', () => {
  const engine = new Engine(engineModule());
  const text = '{"a": 1, "b": 5}\n{"a": 1, "b": 6}\n{"a": 2}\n';
  engine.ask('text_begin', text.length);
  engine.ask('text_append', text);
  engine.ask('rows_text', 3, false, true, 'a:u64,b:u64');
  engine.ask('design_layout', 0, '{md5(a) % 4:01d}{coalesce(b, 9):u64}');
  engine.ask('design_keys', 0);
  const wanted = (/** @type {string} */ question) => engine.ask('design_question', 0, 0, question).wanted;
  assert.deepEqual(['a = 1, b = 5', 'b = 5, a = 1'].map(wanted), [1, 1]);
  assert.deepEqual(['a = 2, b = 9', 'b = 9, a = 2'].map(wanted), [null, null]);
});

test('the regions of a question are those of all its ranges', () => {
  const engine = new Engine(engineModule());
  engine.ask('rows_made', 'sequential', 10, 0);
  engine.ask('design_layout', 0, '{id % 500:03d}{id:u64}');
  engine.ask('design_keys', 0);
  const points = Array.from({ length: 249 }, (_, i) => Buffer.from(String(2 * i + 2).padStart(3, '0')).toString('hex'));
  const regions = (/** @type {string} */ question) => {
    const { count, regions } = engine.ask('design_question', 0, 0, question);
    return [count, regions];
  };
  assert.deepEqual(regions('id < 600')[1], [0]);
  engine.ask('take_points', points.map((point) => `${point}\n`).join(''));
  assert.deepEqual(regions('id >= 1000, id < 1300'), [300, Array.from({ length: 150 }, (_, i) => i)]);
  assert.deepEqual(regions('id = 499'), [1, [249]]);
  engine.ask('take_points', '');
  assert.deepEqual(regions('id = 499'), [1, [0]]);
  engine.ask('take_points', '02\n01\n');
  assert.throws(() => regions('id = 499'), { message: /split point/ });
});

test('lack of memory is said, and nothing is lost', () => {
  const engine = new Engine(engineModule());
  engine.ask('rows_made', 'sequential', 10, 0);
  engine.ask('design_layout', 0, '{id:u64}');
  assert.throws(() => engine.ask('text_begin', 4.2e9), { message: 'out of memory' });
  assert.throws(() => engine.ask('text_append', 'a'), { message: 'out of memory' });
  engine.ask('rows_made', 'sequential', 10, 0);
  engine.ask('design_layout', 0, '{id:u64}');
  assert.equal(engine.ask('design_keys', 0).rows, 10);
});

test('calls in any order do no harm', () => {
  const engine = new Engine(engineModule());
  const random = new Random(3);
  const text = 'ts,host\n2024-01-01T00:00:00Z,a\n2024-01-02T00:00:00Z,b\n';
  /** @type {(() => any)[]} */
  const calls = [
    () => engine.ask('rows_made', random.of(['sequential', 'zipf', 'nothing']), random.below(3000), 0),
    () => engine.ask('text_begin', random.of([0, text.length, 2 ** 32 - 1])),
    () => engine.ask('text_append', text),
    () => engine.ask('rows_text', random.below(4), true, random.below(2) === 0, random.of(['', 'ts:time(s)', 'ts:u6'])),
    () => engine.ask('design_layout', random.below(3), random.of(['{id:u64}', '{ts}', '{host}|{ts:i64}', '{'])),
    () => engine.ask('design_keys', random.below(3)),
    () => engine.ask('design_rows', 0, 0, 5, true),
    () => engine.ask('design_question', 0, random.below(4000), random.of(['host = ?', 'ts in last 1h', 'id = 1'])),
    () => engine.ask('take_points', random.of(['', '61\n62\n', 'x', '6\n\n'])),
    () => engine.ask('decode_key', 0, 'abcdefgh'),
    () =>
      engine.ask(
        'run_begin',
        random.below(3),
        random.below(5),
        random.below(5),
        0,
        random.below(3),
        -1,
        random.of(['', '', listing(['x'], ['a', 'b']), 'none']),
      ),
    () => engine.ask('run_step', 1000),
    () => engine.ask('run_loads'),
    () => engine.ask('advise_begin', 4, random.below(4), 2, '{ts}'),
    () => engine.ask('advise_ask', 'host = ?'),
    () => engine.ask('advise_add', 1000),
    () => engine.ask('advise_load', 1000),
    () => engine.ask('advise_designs', 1),
  ];
  for (let i = 0; i < 3000; i++) {
    try {
      random.of(calls)();
    } catch (error) {
      assert.equal(/** @type {Error} */ (error).name, 'EngineError', /** @type {Error} */ (error).stack);
    }
  }
});

test('no answer of hostile text is anything but JSON', () => {
  const engine = new Engine(engineModule());
  const bytes = Uint8Array.from({ length: 512 }, (_, i) => i & 255);
  for (const name of ['{id}', '<script>', '\0', '"', '\\', '\u2028', '{'.repeat(5000)]) {
    engine.ask('rows_made', 'sequential', 3, 0);
    assert.throws(() => engine.ask('design_layout', 0, `${name}{`), { name: 'EngineError' });
  }
  engine.ask('text_begin', bytes.length);
  engine.ask('text_append', bytes);
  const { shown } = engine.ask('rows_text', 0, false, true, 'all:text');
  engine.ask('design_layout', 0, '{all}');
  engine.ask('design_keys', 0);
  assert.equal(engine.ask('design_rows', 0, 0, 100, true).length, shown);
});
