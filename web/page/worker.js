/** The worker: an engine that holds all rows, so that typing never waits for them. */
import { Engine } from './engine.js';
import { loadRecords, simulateRows, adviseRows } from './work.js';

/** @type {Engine} */
let engine;

/** Which request is the newest one; older ones stop. */
let newest = 0;

const works = { records: loadRecords, simulate: simulateRows, advise: adviseRows };

/** Lets messages in, so that a newer request can stop this one. */
const breathe = () => new Promise((resolve) => setTimeout(resolve, 0));

self.onmessage = async ({ data }) => {
  if (data.module !== undefined) {
    engine = new Engine(data.module);
    return;
  }
  const { id, work, request } = data;
  newest = id;
  const goOn = async (/** @type {number} */ done) => {
    self.postMessage({ id, progress: done });
    await breathe();
    return newest === id;
  };
  try {
    const result = await works[/** @type {keyof typeof works} */ (work)](engine, request, goOn);
    self.postMessage({ id, result });
  } catch (error) {
    const { message, offset = null, row = null, column = null } = /** @type {any} */ (error);
    self.postMessage({ id, error: { text: message, offset, row, column } });
  }
};
