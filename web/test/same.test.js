/** The module gives what the native library gives: layouts and records at random, byte for byte. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine } from '../page/engine.js';
import { layout, question, Random, records, SCHEMA } from './layouts.js';
import { moduleAnswers, nativeAnswers } from './native.js';
import { engineModule } from './paths.js';

/** @typedef {import('./native.js').Call} Call */

const LAYOUTS = 10000;
const LAYOUTS_OF_RECORDS = 100;

/** @param {number} seed @returns {Call[]} */
function callsOf(seed) {
  const random = new Random(seed);
  const text = records(random, random.below(200));
  /** @type {Call[]} */
  const calls = [
    ['text_begin', Buffer.byteLength(text)],
    ['text_append', text],
    ['rows_text', 1, false, true, SCHEMA],
  ];
  for (let i = 0; i < LAYOUTS_OF_RECORDS; i++) {
    calls.push(['design_layout', 0, layout(random)], ['design_keys', 0], ['design_rows', 0, 0, 5, false]);
    calls.push(['design_rows', 0, 0, 200, true], ['design_question', 0, random.below(300), question(random)]);
    calls.push(['layout_splits', 0, 1 + random.below(50)], ['decode_key', 0, `${random.below(1e9)}|web-1|`]);
    if (i % 20 === 0) {
      calls.push(
        ['run_begin', 1, 4, 1 + random.below(5), 1 + random.below(20), random.below(3), random.below(3) - 1, ''],
        ['run_step', 1e9],
      );
      calls.push(['run_loads']);
    }
  }
  return calls;
}

test(`${LAYOUTS} layouts make the same keys, errors, ranges and loads as the native library`, () => {
  const engine = new Engine(engineModule());
  let compiled = 0;
  let encoded = 0;
  for (let seed = 0; seed < LAYOUTS / LAYOUTS_OF_RECORDS; seed++) {
    const calls = callsOf(seed);
    const wanted = nativeAnswers(calls);
    moduleAnswers(engine, calls).forEach((given, i) => {
      assert.deepEqual(given, wanted[i], `seed ${seed}, call ${i}: ${calls[i].join(' ')}`);
      compiled += Number(calls[i][0] === 'design_layout' && given.good);
      encoded += Number(calls[i][0] === 'design_keys' && given.good);
    });
  }
  // Else the layouts at random are too wrong to test anything.
  assert.ok(compiled > LAYOUTS / 3 && encoded > LAYOUTS / 5, `${compiled} compiled, ${encoded} encoded`);
});
