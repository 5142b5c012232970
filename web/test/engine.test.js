/** The module itself: what it needs, and what it says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { Engine } from '../page/engine.js';
import { Random } from './layouts.js';
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
    () => engine.ask('decode_key', 0, 'abcdefgh'),
    () => engine.ask('run_begin', random.below(3), random.below(5), random.below(5), 0, random.below(3), -1),
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
