/** The page gives the figures of the tool: loads and advice, from made rows and from a file for several writers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Engine } from '../page/engine.js';
import { adviseRows, loadRecords, simulateRows } from '../page/work.js';
import { firstState } from '../page/state.js';
import { listing, Random } from './layouts.js';
import { engineModule, toolPath } from './paths.js';

/** @param {string[]} words @returns {any} */
function toolJson(words) {
  const { stdout, stderr, status } = spawnSync(toolPath, [...words, '--output', 'json', '--quiet'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

const goOn = async () => true;

/** @param {Partial<import('../page/state.js').Records>} records @param {string | null} text */
async function engineWith(records, text) {
  const engine = new Engine(engineModule());
  const file = text === null ? null : new Blob([text]);
  await loadRecords(engine, { records: { ...firstState.records, ...records }, file, most: Infinity }, goOn);
  return engine;
}

const LAYOUTS = ['{md5(host) % 16:02d}|{host}|{ts:u64}', '{ts:u64}|{host}'];

/** @param {Engine} engine @param {string[]} words @param {any} request */
async function checkLoads(engine, words, request) {
  const wanted = toolJson(['simulate', ...LAYOUTS.flatMap((layout) => ['-l', layout]), ...words]).layouts;
  const given = await simulateRows(
    engine,
    { layouts: LAYOUTS, window: 0, servers: 0, placement: 'round-robin', listing: '', ...request },
    goOn,
  );
  given?.loads.forEach((/** @type {any} */ load, /** @type {number} */ i) => {
    assert.deepEqual(load.report, wanted[i].regions);
    if (wanted[i].servers !== undefined) assert.deepEqual(load.servers, wanted[i].servers);
  });
  return given;
}

for (const [regions, writers, window, servers] of [
  [16, 8, 0, 0],
  [7, 1, 100, 3],
  [220, 30, 0, 10],
]) {
  for (const placement of servers > 0 ? ['round-robin', 'shuffle:7'] : ['round-robin'])
    test(`${writers} writers of made rows load ${regions} regions as the tool says, ${placement}`, async () => {
      const source = 'timestamps(hosts=50)';
      const engine = await engineWith({ source, rows: 30000 }, null);
      const words = ['--source', source, '--rows', '30000', '-r', `${regions}`, '--writers', `${writers}`];
      if (window > 0) words.push('--window', `${window}`);
      if (servers > 0) words.push('--servers', `${servers}`, '--placement', placement);
      await checkLoads(engine, words, { regions, writers, window, servers, placement });
    });
}

test('regions and servers of a listing are loaded as the tool says, and named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowkey-page-'));
  try {
    const names = ['rs-b,16020,1', 'rs-a,16020,2', 'rs-b,16020,1', 'rs-c,16020,3', 'rs-a,16020,2'];
    const text = listing(['04', '08|host3\\x00', '08|host5', '\\x5C\\xFF'], names);
    const file = join(folder, 'regions.txt');
    writeFileSync(file, text);
    const source = 'timestamps(hosts=50)';
    const engine = await engineWith({ source, rows: 30000 }, null);
    const words = ['--source', source, '--rows', '30000', '--writers', '7', '--splits', file];
    words.push('--splits-form', 'list_regions', '--placement', file);
    const given = await checkLoads(engine, words, { regions: 16, writers: 7, placement: file, listing: text });
    assert.equal(given?.loads[0].servers.count, 3);
    assert.deepEqual(given?.names, ['rs-b,16020,1', 'rs-a,16020,2', 'rs-c,16020,3']);
    assert.deepEqual(given?.loads[1].splits[3], '5cff');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** @param {number} rows */
function csvOf(rows) {
  const random = new Random(5);
  const row = (/** @type {number} */ i) =>
    `"h${random.below(40)}${random.below(9) === 0 ? '\nx' : ''}",${1.7e12 + 10 * i + random.below(7)},${random.below(1000)}`;
  return `host,ts,id\n${Array.from({ length: rows }, (_, i) => row(i)).join('\n')}\n`;
}

test('a file is cut for several writers, and advised on, as the tool does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowkey-page-'));
  try {
    const text = csvOf(5000);
    const file = join(folder, 'events.csv');
    writeFileSync(file, text);
    const columns = 'host:text,ts:u64,id:u64';
    const engine = await engineWith({ kind: 'text', format: 'csv', header: true, columns }, text);
    for (const writers of [1, 3, 17]) {
      const words = [file, '--header', '-c', columns, '-r', '12', '--writers', `${writers}`, '--input', 'csv'];
      await checkLoads(engine, words, { regions: 12, writers });
    }
    const questions = ['host = ?, ts in last 100000', 'id = ?'];
    const words = [
      'advise',
      file,
      '--header',
      '-c',
      columns,
      '-r',
      '12',
      '--servers',
      '3',
      '--writers',
      '2',
      '--input',
      'csv',
    ];
    const wanted = toolJson([...words, ...questions.flatMap((question) => ['--ask', question])]);
    const given = await adviseRows(engine, { questions, regions: 12, writers: 2, servers: 3, layout: '' }, goOn);
    assert.deepEqual(
      given.designs.map((/** @type {any} */ { layout, read_cost }) => [layout, read_cost]),
      wanted.designs.map((/** @type {any} */ { layout, read_cost }) => [layout, read_cost]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
