/**
 * How long the page takes, in Chromium: `node test/bench.js`, after scripts/build-web. Medians of five, of key strokes of 25.
 *
 * A key stroke is what the page does of it before the browser draws. The file has a million rows and 40 MB.
 */
import { performance } from 'node:perf_hooks';
import { launchBrowser, openPage } from './browser.js';
import { Engine } from '../page/engine.js';
import { loadRecords, simulateRows } from '../page/work.js';
import { firstState } from '../page/state.js';
import { engineModule } from './paths.js';

const ROUNDS = 5;
const STROKES = 25;
const goOn = async () => true;

/** @param {() => Promise<number>} measure @param {number} [rounds] */
async function median(measure, rounds = ROUNDS) {
  const all = [];
  for (let i = 0; i < rounds; i++) all.push(await measure());
  return all.sort((a, b) => a - b)[rounds >> 1];
}

/** @param {() => Promise<unknown>} act */
async function millisecondsOf(act) {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

/** @param {string} what @param {number} milliseconds */
const say = (what, milliseconds) => console.log(`${what.padEnd(48)} ${milliseconds.toFixed(1).padStart(8)} ms`);

const browser = await launchBrowser();
say(
  'from navigation to keys',
  await median(async () => {
    const opened = await openPage(browser);
    const time = await opened.page.evaluate(() => performance.now()); // since the navigation began
    await opened.close();
    return time;
  }),
);
const { page, close } = await openPage(browser);
await page.locator('#load canvas').first().waitFor();
let typed = 0;
say(
  'a key stroke, 10,000 rows',
  await median(async () => {
    await page.fill('#layout', `{md5(host) % 16:02d}|{host}|{ts:u64}${typed++}`);
    return parseFloat((await page.textContent('#status')) ?? '');
  }, STROKES),
);
await close();
await browser.close();

const engine = new Engine(engineModule());
await loadRecords(engine, { records: { ...firstState.records, rows: 1e6 }, file: null, most: Infinity }, goOn);
const request = {
  layouts: [firstState.layout],
  regions: 16,
  writers: 8,
  window: 0,
  servers: 0,
  placement: 'round-robin',
  listing: '',
};
say('1,000,000 made rows simulated', await median(() => millisecondsOf(() => simulateRows(engine, request, goOn))));

const lines = Array.from({ length: 1e6 }, (_, i) => `host${i % 997},${1.7e12 + i * 10},event${i % 7},${i}00000`);
const text = `host,ts,event,id\n${lines.join('\n')}\n`;
const records = { ...firstState.records, kind: /** @type {const} */ ('text'), name: 'rows.csv' };
const file = new Blob([text]);
say(
  `1,000,000 rows of CSV read, ${(file.size / 1e6).toFixed(0)} MB, types found`,
  await median(() => millisecondsOf(() => loadRecords(engine, { records, file, most: Infinity }, goOn))),
);
console.log(`${'memory of the engine'.padEnd(48)} ${(engine.memory / 1e6).toFixed(0).padStart(8)} MB`);
