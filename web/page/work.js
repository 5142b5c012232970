/** What an engine is asked for: the same code in the worker, which has all rows, and on the page, which has some. */

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./state.js').Records} Records */
/** @typedef {(done: number) => Promise<boolean>} GoOn false: a newer request waits */

/** Bytes of a file that are read at a time. */
const PIECE = 1 << 22;

/** What the engine can address. */
const MOST_BYTES = 2 ** 32 - 1;

/** Rows between two looks at the messages that wait. */
const STEP = 1 << 17;

const FORMATS = ['lines', 'csv', 'tsv', 'jsonl'];

/**
 * Takes records: made ones, or those of a file, of which the engine keeps the bytes.
 *
 * @param {Engine} engine
 * @param {{records: Records, file: Blob | null, most: number}} request `most`: the bytes that are taken at most
 * @param {GoOn} goOn
 * @returns {Promise<{columns: {name: string, type: string}[], schema: string, notes: string[], rows: number | null} | null>}
 */
export async function loadRecords(engine, { records, file, most }, goOn) {
  if (records.kind === 'made') return engine.ask('rows_made', records.source, records.rows, 0);
  if (file === null)
    throw new Error(`the link does not hold the records of ${records.name}: drop the file on the page`);
  const size = Math.min(file.size, most);
  if (size >= MOST_BYTES) throw new Error(`${records.name} has more than 4 GB: take a part of it`);
  engine.ask('text_begin', size);
  for (let at = 0; at < size; at += PIECE) {
    const piece = new Uint8Array(await file.slice(at, Math.min(at + PIECE, size)).arrayBuffer());
    // Another request may have begun another text.
    if (!(await goOn(at / size))) return null;
    engine.ask('text_append', piece);
  }
  const hasHeader = records.header && (records.format === 'csv' || records.format === 'tsv');
  return engine.ask('rows_text', FORMATS.indexOf(records.format), hasHeader, size === file.size, records.columns);
}

/**
 * Counts all rows on the regions of one or two layouts.
 *
 * @param {Engine} engine
 * @param {{layouts: string[], regions: number, writers: number, window: number, servers: number,
 *   placement: string, listing: string}} request a `listing` says which regions and servers there are
 * @param {GoOn} goOn
 */
export async function simulateRows(engine, { layouts, regions, writers, window, servers, placement, listing }, goOn) {
  const shuffle = /^shuffle(?::(\d{1,15}))?$/.exec(placement);
  if (shuffle === null && placement !== 'round-robin' && listing === '')
    throw new Error(
      `the placement ${placement} is not known (expected round-robin, shuffle, shuffle:SEED or, pasted or dropped below, ` +
        'the regions and servers of a cluster)',
    );
  const seed = shuffle === null ? -1 : Number(shuffle[1] ?? 0);
  layouts.forEach((layout, number) => engine.ask('design_layout', number, layout));
  engine.ask('run_begin', layouts.length, regions, writers, window, servers, seed, listing);
  for (let done = 0; done < 1;) {
    ({ done } = engine.ask('run_step', STEP));
    if (done < 1 && !(await goOn(done))) return null;
  }
  const { scale, server_names: names, loads } = engine.ask('run_loads');
  return {
    scale,
    names,
    loads: loads.map((/** @type {any} */ load, /** @type {number} */ i) => ({ layout: layouts[i], ...load })),
  };
}
/**
 * Searches for layouts that suit the records and the questions.
 *
 * @param {Engine} engine
 * @param {{questions: string[], regions: number, writers: number, servers: number, layout: string}} request
 * @param {GoOn} goOn
 */
export async function adviseRows(engine, { questions, regions, writers, servers, layout }, goOn) {
  engine.ask('advise_begin', regions, writers, Math.max(servers, 1), layout);
  for (const question of questions) engine.ask('advise_ask', question);
  // Adding, searching and loading each are a third of the work, about.
  if (!(await goThrough(engine, 'advise_add', goOn, 0, 3))) return null;
  let said = 0;
  engine.listen('advise_search', (done) => {
    if (done - said > 0.02) void goOn((1 + (said = done)) / 3);
  });
  if (!(await goThrough(engine, 'advise_load', goOn, 2, 3))) return null;
  return engine.ask('advise_designs', questions.length);
}

/**
 * Calls what goes on in steps to its end: part `index` of `count`. False when a newer request waits.
 *
 * @param {Engine} engine
 * @param {string} name
 * @param {GoOn} goOn
 * @param {number} index
 * @param {number} count
 */
async function goThrough(engine, name, goOn, index, count) {
  for (let done = 0; done < 1;) {
    ({ done } = engine.ask(name, STEP));
    if (done < 1 && !(await goOn((index + done) / count))) return false;
  }
  return true;
}
