/** What each question reads: its ranges, the regions they lie in, and the rows. */
import { counted, grouped, make } from './dom.js';
import { textOfHex } from './hex.js';

/** A key in hex as text. @param {string} hex */
export function shownKey(hex) {
  if (hex === '') return '(end)';
  return textOfHex(hex, ' \\');
}

/**
 * @typedef {object} Answer
 * @property {string} question
 * @property {string} conditions with the values of a record in the place of each ?
 * @property {number} count of ranges
 * @property {boolean} exact
 * @property {string[]} filter columns
 * @property {{start: string, stop: string, key: boolean}[]} ranges the first ones
 * @property {number[]} regions that they lie in
 * @property {number} read rows of those that the page shows
 * @property {number | null} wanted how many of them meet the conditions; null where nulls leave that open
 * @property {number} rows that the page shows
 */

/** @param {Answer} answer @param {number | null} regions of the table; null where they are not known */
export function answerItem(answer, regions) {
  const places = regions === null ? '' : ` in ${answer.regions.length} of ${counted(regions, 'region')}`;
  const shown = answer.ranges.map(({ start, stop }) => `${shownKey(start)} … ${shownKey(stop)}`);
  const filter = answer.exact ? 'exact' : `then filter by ${answer.filter.join(', ')}`;
  return make(
    'li',
    {},
    make(
      'code',
      {},
      answer.question === answer.conditions ? answer.question : `${answer.question} → ${answer.conditions}`,
    ),
    make(
      'p',
      {},
      make('strong', {}, counted(answer.count, 'range')),
      `${places}, ${filter}: `,
      make('code', {}, shown.join(', ') + (answer.count > shown.length ? ' …' : '')),
    ),
    make(
      'p',
      { className: 'faint' },
      `${counted(answer.read, 'row')} read${answer.wanted === null ? '' : `, ${grouped(answer.wanted)} wanted`}, ` +
        `of the ${counted(answer.rows, 'row')} that are shown`,
    ),
  );
}
