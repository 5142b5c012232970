/** The same design for other programs: what **Copy** copies. */

import { textOfHex } from './hex.js';
import { listingOf } from './state.js';

/** @typedef {import('./state.js').State} State */

/** A word of a POSIX shell. @param {string} text */
export function shellWord(text) {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A file that is neither an option nor the standard input. @param {string} name */
function fileWord(name) {
  return name.startsWith('-') ? `./${name}` : name;
}

/** What names the records of a command. @param {State} state @returns {string[]} */
function recordWords({ records }) {
  if (records.kind === 'made') return ['--source', records.source, '--rows', String(records.rows)];
  const words = ['--input', records.format];
  if (records.header && records.format !== 'jsonl' && records.format !== 'lines') words.push('--header');
  if (records.columns !== '') words.push('--columns', records.columns);
  return [...words, records.name === 'pasted' ? '-' : fileWord(records.name)];
}

/** @param {string[]} words */
function command(words) {
  return words.map(shellWord).join(' ');
}

/** The tool's command for the load that the page shows. @param {State} state */
export function simulateCommand(state) {
  const words = ['rowkey', 'simulate', '--layout', state.layout];
  if (state.beside !== '') words.push('--layout', state.beside);
  const isListed = listingOf(state) !== '';
  if (isListed)
    words.push(
      '--splits',
      fileWord(state.placement),
      '--splits-form',
      'list_regions',
      '--placement',
      fileWord(state.placement),
    );
  else words.push('--regions', String(state.regions));
  words.push('--writers', String(state.writers));
  if (state.window > 0) words.push('--window', String(state.window));
  if (state.servers > 0 && !isListed) words.push('--servers', String(state.servers), '--placement', state.placement);
  return command([...words, ...recordWords(state)]);
}

/** The tool's command for the keys of a file. @param {State} state */
export function encodeCommand(state) {
  return command(['rowkey', 'encode', '--layout', state.layout, ...recordWords(state)]);
}

/** A string of Java or C, whose escapes are the same where every other byte is written in octal. @param {string} text */
function quoted(text) {
  const bytes = new TextEncoder().encode(text);
  const octal = (/** @type {number} */ byte) => `\\${byte.toString(8).padStart(3, '0')}`;
  const one = (/** @type {number} */ byte) => {
    if (byte === 34 || byte === 92) return `\\${String.fromCharCode(byte)}`;
    // Two question marks begin a trigraph of C.
    return byte >= 32 && byte < 127 && byte !== 63 ? String.fromCharCode(byte) : octal(byte);
  };
  return `"${Array.from(bytes, one).join('')}"`;
}

/** @param {string} template @param {string} schema as `--columns` takes it */
export function javaSnippet(template, schema) {
  return `RowKeyLayout layout = RowKeyLayout.compile(${quoted(template)}, Schema.parse(${quoted(schema)}));`;
}

/** @param {string} template @param {string} schema as `--columns` takes it */
export function cSnippet(template, schema) {
  return [
    `static const char template[] = ${quoted(template)}, columns[] = ${quoted(schema)};`,
    'rowkey_schema *schema = rowkey_schema_parse(columns, sizeof columns - 1, &error);',
    'size_t count;',
    'const rowkey_column *known = rowkey_schema_columns(schema, &count);',
    'rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, known, count, &error);',
  ].join('\n');
}

/** @param {string} template @param {{name: string, type: string}[]} columns */
export function pythonSnippet(template, columns) {
  const types = columns.map(({ name, type }) => `${JSON.stringify(name)}: ${JSON.stringify(type)}`).join(', ');
  return `layout = rowkey.Layout(${JSON.stringify(template)}, {${types}})`;
}

/** What has a meaning between double quotes of Ruby. */
const QUOTED = '"\\#';

/** HBase shell's command, from points in hex. @param {string[]} points */
export function createCommand(points) {
  return `create 'TABLE', 'cf', SPLITS => [${points.map((point) => `"${textOfHex(point, QUOTED)}"`).join(', ')}]`;
}
