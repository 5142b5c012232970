/**
 * What the page shows, as one value that a link can carry.
 *
 * @typedef {object} Records
 * @property {'made' | 'text'} kind
 * @property {string} source made: as `rowkey simulate --source` takes it
 * @property {number} rows made: how many
 * @property {string} name text: of the file, or "pasted"
 * @property {'csv' | 'tsv' | 'jsonl' | 'lines'} format text: as `--input` has it
 * @property {boolean} header text: the first line names the columns
 * @property {string} columns text: as `--columns` takes it; "" for those that are found
 * @property {Blob | null} file text: its bytes; null where a link does not hold them
 *
 * @typedef {object} State
 * @property {string} layout
 * @property {string} beside the layout that it is compared with; "" for none
 * @property {Records} records
 * @property {number} regions
 * @property {number} writers
 * @property {number} window rows; 0 for the usual ones
 * @property {number} servers 0 for none
 * @property {string} placement of regions on servers, as `--placement` takes it: round-robin, shuffle or shuffle:SEED;
 *   else the name of the file that `listing` is
 * @property {string} listing the regions and their servers, as HBase's shell prints them; "" for none
 * @property {string} questions one a line
 * @property {boolean} inKeyOrder
 */

/** @type {State} */
export const firstState = {
  layout: '{md5(host) % 16:02d}|{host}|{ts:u64}',
  beside: '{ts:u64}|{host}',
  records: {
    kind: 'made',
    source: 'timestamps(hosts=100,rate=1000)',
    rows: 200000,
    name: '',
    format: 'csv',
    header: true,
    columns: '',
    file: null,
  },
  regions: 16,
  writers: 8,
  window: 0,
  servers: 0,
  placement: 'round-robin',
  listing: '',
  questions: 'host = ?, ts in last 60000\nhost = ?\nts in last 10000',
  inKeyOrder: false,
};

/** The most bytes of records that a link carries, and of a listing. */
export const MOST_LINKED = 16384;

/** The greatest number that the engine is told: it refuses what is too much itself. */
export const MOST_NUMBER = 2 ** 32 - 1;

/** The names of the members in a link: never changed, as links are kept. @type {[string, keyof State][]} */
const MEMBERS = [
  ['layout', 'layout'],
  ['beside', 'beside'],
  ['regions', 'regions'],
  ['writers', 'writers'],
  ['window', 'window'],
  ['servers', 'servers'],
  ['placement', 'placement'],
  ['listing', 'listing'],
  ['ask', 'questions'],
  ['sorted', 'inKeyOrder'],
];
/** @type {[string, keyof Records][]} */
const RECORD_MEMBERS = [
  ['source', 'source'],
  ['rows', 'rows'],
  ['file', 'name'],
  ['input', 'format'],
  ['header', 'header'],
  ['columns', 'columns'],
];

const RULE = /^(round-robin|shuffle(:\d{1,15})?)$/;

/** The listing that says which regions and servers there are; "" where it does not. @param {State} state */
export const listingOf = ({ placement, listing }) => (RULE.test(placement) ? '' : listing);

/** The placement that is the file of a listing. @param {string} name */
export const placementOfFile = (name) => (RULE.test(name) ? `./${name}` : name);

/** The listing as a link carries it: "" where it is too long. @param {State} state */
export const linkedListing = ({ listing }) => (new TextEncoder().encode(listing).length > MOST_LINKED ? '' : listing);

/** @param {unknown} value */
function asText(value) {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
}

/**
 * @template T
 * @param {string} text
 * @param {T} like a value of the type that is wanted
 * @returns {T} `like` itself where the text is not one
 */
function asValue(text, like) {
  if (typeof like === 'boolean') return /** @type {T} */ (text === '1');
  if (typeof like !== 'number') return /** @type {T} */ (text);
  return /^\d{1,12}$/.test(text) ? /** @type {T} */ (Math.min(Number(text), MOST_NUMBER)) : like;
}

/**
 * What follows the # of a link: what differs from the first state, and the records if they are few.
 *
 * @param {State} state
 * @param {string} text the records; "" for none, or too many
 */
export function formatLink(state, text) {
  const link = new URLSearchParams();
  for (const [name, member] of MEMBERS) {
    const value = member === 'listing' ? linkedListing(state) : state[member];
    if (value !== firstState[member]) link.set(name, asText(value));
  }
  for (const [name, member] of RECORD_MEMBERS) {
    if (state.records[member] !== firstState.records[member]) link.set(name, asText(state.records[member]));
  }
  if (state.records.kind === 'text') link.set('records', text);
  return link.toString();
}

/**
 * The state that a link carries, with its records unless it names a file that it does not hold.
 *
 * @param {string} fragment with or without its #
 * @returns {State}
 */
export function parseLink(fragment) {
  const link = new URLSearchParams(fragment.replace(/^#/, ''));
  const state = structuredClone(firstState);
  for (const [name, member] of MEMBERS) {
    const text = link.get(name);
    if (text !== null) Object.assign(state, { [member]: asValue(text, firstState[member]) });
  }
  for (const [name, member] of RECORD_MEMBERS) {
    const text = link.get(name);
    if (text !== null) Object.assign(state.records, { [member]: asValue(text, firstState.records[member]) });
  }
  const records = link.get('records');
  if (records !== null) state.records.kind = 'text';
  if (!['csv', 'tsv', 'jsonl', 'lines'].includes(state.records.format)) state.records.format = 'csv';
  if (records !== null && records !== '') state.records.file = new Blob([records]);
  return state;
}

/** The states before, and those that were undone. None is changed: a new one shares what it does not change. */
export class History {
  /** @type {State[]} */
  #before = [];
  /** @type {State[]} */
  #after = [];

  /** @param {State} state what is about to change */
  note(state) {
    this.#before.push(state);
    this.#after = [];
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRedo() {
    return this.#after.length > 0;
  }

  /** @param {State} state @returns {State} */
  undo(state) {
    const before = this.#before.pop();
    if (before === undefined) return state;
    this.#after.push(state);
    return before;
  }

  /** @param {State} state @returns {State} */
  redo(state) {
    const after = this.#after.pop();
    if (after === undefined) return state;
    this.#before.push(state);
    return after;
  }
}
