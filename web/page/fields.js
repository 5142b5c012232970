/** The fields of a layout and of its keys, each in a colour of its own and with an underline of its own. */
import { make } from './dom.js';

/** How many colours the style sheet has. */
const COLOURS = 8;

/**
 * @typedef {object} Field as the engine explains it
 * @property {number} source_offset in bytes of the template
 * @property {number} source_length
 * @property {'literal' | 'text' | 'bytes'} kind
 * @property {number} min_width
 * @property {number | null} max_width
 * @property {string | null} column
 * @property {string | null} order
 */

/** The class of each field: literals have none. @param {Field[]} fields */
export function fieldClasses(fields) {
  let next = 0;
  return fields.map(({ kind }) => (kind === 'literal' ? 'literal' : `field field-${next++ % COLOURS}`));
}

/**
 * The parts of a template: its fields, and in a wrong one the byte that the error blames.
 *
 * @param {string} template
 * @param {Field[]} fields none for a template that is wrong
 * @param {number | null} wrong a byte
 */
export function templateParts(template, fields, wrong) {
  const bytes = new TextEncoder().encode(template);
  const decoder = new TextDecoder();
  const part = (/** @type {number} */ begin, /** @type {number} */ end) => decoder.decode(bytes.subarray(begin, end));
  if (wrong !== null) {
    // At the end of the template a blank stands for the byte that is missing.
    let end = wrong + 1;
    while (end < bytes.length && (bytes[end] & 0xc0) === 0x80) end++;
    return [part(0, wrong), make('mark', { className: 'wrong' }, part(wrong, end) || ' '), part(end, bytes.length)];
  }
  const classes = fieldClasses(fields);
  return fields.map(({ source_offset, source_length }, index) =>
    make('span', { className: classes[index] }, part(source_offset, source_offset + source_length)),
  );
}

/**
 * The parts of a key.
 *
 * @param {string[]} key the bytes of each field
 * @param {string[]} classes of `fieldClasses`
 */
export function keyParts(key, classes) {
  return key.map((bytes, index) => make('span', { className: classes[index] }, bytes));
}
