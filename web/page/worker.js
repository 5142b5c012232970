/** The worker: an engine that holds all rows, so that typing never waits for them. */
import { Engine } from './engine.js';
import { loadRecords, simulateRows, adviseRows } from './work.js';

/** @type {Engine} */
let engine;

const works = { records: loadRecords, simulate: simulateRows, advise: adviseRows };

/** Which newer requests stop one. @type {Record<string, (keyof typeof works)[]>} */
const stoppedBy = {
  records: ['records'],
  simulate: ['records', 'simulate'],
  advise: ['records', 'advise'],
};
const newest = { records: 0, simulate: 0, advise: 0 };

/** Requests run one after the other. */
let before = Promise.resolve();

/** Lets messages in, so that a newer request can stop this one. */
const breathe = () => new Promise((resolve) => setTimeout(resolve, 0));

/** @param {{id: number, work: keyof typeof works, request: any}} message */
async function run({ id, work, request }) {
  const isWanted = () => stoppedBy[work].every((kind) => newest[/** @type {keyof typeof works} */ (kind)] <= id);
  const goOn = async (/** @type {number} */ done) => {
    self.postMessage({ id, progress: done });
    await breathe();
    return isWanted();
  };
  try {
    const result = isWanted() ? await works[work](engine, request, goOn) : null;
    self.postMessage({ id, result });
  } catch (error) {
    const { message, offset = null, row = null, column = null } = /** @type {any} */ (error);
    self.postMessage({ id, error: { text: message, offset, row, column } });
  }
}

self.onmessage = ({ data }) => {
  if (data.module !== undefined) {
    engine = new Engine(data.module);
    return;
  }
  newest[/** @type {keyof typeof works} */ (data.work)] = data.id;
  before = before.then(() => run(data));
};
