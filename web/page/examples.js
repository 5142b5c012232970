/** Rows for a named layout: those of a source that has its columns, else some that are made here as CSV. */
import { firstState } from './state.js';

/** @typedef {import('./state.js').Records} Records */

const ROWS = 1000;

/** "id:u64,host:text,..." as names and types. @param {string} list */
function columnsOf(list) {
  return list.split(',').flatMap((item) => {
    const [name, type] = item.split(':');
    return type === undefined ? [] : [{ name, type }];
  });
}

/**
 * The value of row `i` in a column: flags alternate, numbers rise, times by a second, and texts come again.
 *
 * @param {string} type
 * @param {string} name
 * @param {string} example 0 or 1 for a flag
 * @param {number} i
 */
function valueOf(type, name, example, i) {
  if (example === '0' || example === '1') return String(i % 2);
  if (/^(u64|i64|decimal|epoch)/.test(type)) return String(1000 * i + ((i * 7919) % 1000));
  if (/^f(64|32)/.test(type)) return String(i / 4);
  if (type.startsWith('time')) return new Date(1.7e12 + 1000 * i).toISOString().replace(/\.000Z$/, 'Z');
  if (type === 'uuid') return `00000000-0000-4000-8000-${String((i * 7919) % 1000000).padStart(12, '0')}`;
  return `${name}${(i * 7919) % 100}`;
}

/**
 * @param {import('./engine.js').Engine} engine whose rows are lost
 * @param {{columns: string, record: string}} named
 * @returns {{records: Partial<Records>, text: string | null}}
 */
export function exampleRecords(engine, named) {
  const columns = columnsOf(named.columns);
  const example = named.record.split(',');
  for (const { name } of engine.ask('made_sources')) {
    const has = engine.ask('rows_made', name, 1, 0).columns;
    const isIn = (/** @type {{name: string, type: string}} */ column) =>
      has.some((/** @type {any} */ other) => other.name === column.name && other.type === column.type);
    if (columns.every(isIn))
      return { records: { kind: 'made', source: name, rows: firstState.records.rows }, text: null };
  }
  const rows = Array.from({ length: ROWS }, (_, i) =>
    columns.map(({ name, type }, at) => valueOf(type, name, example[at], i)).join(','),
  );
  const schema = columns.map(({ name, type }) => `${name}:${type}`).join(',');
  const records = /** @type {const} */ ({
    kind: 'text',
    name: 'pasted',
    format: 'csv',
    header: false,
    columns: schema,
  });
  return { records, text: `${rows.join('\n')}\n` };
}
