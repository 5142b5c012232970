/** What each question reads: its ranges, the regions they lie in, and the rows. */
import { counted, grouped, make } from './dom.js';
import { textOfHex } from './hex.js';

/** A key in hex as text. @param {string} hex */
export function shownKey(hex) {
  if (hex === '') return '(end)';
  return textOfHex(hex, ' \\');
}

/**
 * The regions that a range touches: point i begins region i + 1.
 *
 * @param {{start: string, stop: string}} range in hex, whose text sorts as its bytes do
 * @param {string[]} points likewise
 */
export function regionsOfRange({ start, stop }, points) {
  const before = (/** @type {string} */ key) => {
    let low = 0;
    let high = points.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (points[middle] <= key) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const first = before(start);
  if (stop === '') return { first, last: points.length };
  const last = before(stop);
  return { first, last: last > first && points[last - 1] === stop ? last - 1 : last };
}

/**
 * @typedef {object} Answer
 * @property {string} question
 * @property {string} conditions with the values of a record in the place of each ?
 * @property {number} count of ranges
 * @property {boolean} exact
 * @property {string[]} filter columns
 * @property {{start: string, stop: string, key: boolean}[]} ranges the first ones
 * @property {Set<number>} regions
 * @property {number} read rows of those that the page shows
 * @property {number | null} wanted how many of them meet the conditions; null where nulls leave that open
 * @property {number} rows that the page shows
 */

/** @param {Answer} answer @param {number} regions */
export function answerItem(answer, regions) {
  const shown = answer.ranges.slice(0, 3).map(({ start, stop }) => `${shownKey(start)} … ${shownKey(stop)}`);
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
      ` in ${answer.count > answer.ranges.length ? 'at least ' : ''}${answer.regions.size} of ${counted(regions, 'region')}, ${filter}: `,
      make('code', {}, shown.join(', ') + (answer.count > 3 ? ' …' : '')),
    ),
    make(
      'p',
      { className: 'faint' },
      `${counted(answer.read, 'row')} read${answer.wanted === null ? '' : `, ${grouped(answer.wanted)} wanted`}, ` +
        `of the ${counted(answer.rows, 'row')} that are shown`,
    ),
  );
}
