/** The designs of advice: a table, and a plot of what they cost to read and how unevenly they are written. */
import { grouped, make } from './dom.js';

/**
 * @typedef {object} Design
 * @property {string} layout
 * @property {string | null} name
 * @property {string | null} refused why it cannot be used; then the rest is not known
 * @property {string} reason
 * @property {number} read_cost
 * @property {number} server_peak
 * @property {boolean} is_on_front
 */

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 560;
const HEIGHT = 220;
const LEFT = 52;
const BOTTOM = 38;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Round numbers from low to high on a logarithmic scale. @param {number} low @param {number} high */
function ticks(low, high) {
  const all = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const digit of [1, 2, 5]) all.push(digit * 10 ** power);
  return all.filter((tick) => tick >= low && tick <= high);
}

/** @param {number[]} values */
function spread(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return { low: low / 1.3, high: high * 1.3 };
}

/**
 * Each design is a point that can be taken; those of the front, which no other beats in both, are filled.
 *
 * @param {Design[]} designs
 * @param {number} recommended
 * @param {(layout: string) => void} take
 */
export function designsPlot(designs, recommended, take) {
  const known = designs.flatMap((design, index) => (design.refused === null ? [{ design, index }] : []));
  const costs = spread(known.map(({ design }) => design.read_cost + 1));
  const peaks = spread(known.map(({ design }) => design.server_peak));
  const place = (/** @type {number} */ value, /** @type {{low: number, high: number}} */ { low, high }) =>
    Math.log(value / low) / Math.log(high / low);
  const x = (/** @type {number} */ cost) => LEFT + place(cost, costs) * (WIDTH - LEFT - 8);
  const y = (/** @type {number} */ peak) => (HEIGHT - BOTTOM) * (1 - place(peak, peaks)) + 4;
  const svg = shape('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: 'plot',
    role: 'group',
    'aria-label': 'Designs',
  });
  for (const tick of ticks(costs.low, costs.high))
    svg.append(shape('text', { x: x(tick), y: HEIGHT - 20, 'text-anchor': 'middle' }, grouped(tick)));
  for (const tick of ticks(peaks.low, peaks.high))
    svg.append(shape('text', { x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' }, `${tick} ×`));
  svg.append(
    shape('path', { d: `M${LEFT} 4V${HEIGHT - BOTTOM + 4}H${WIDTH - 8}`, class: 'axis' }),
    shape('text', { x: (WIDTH + LEFT) / 2, y: HEIGHT - 3, 'text-anchor': 'middle' }, 'cost of reading'),
    shape('text', { x: LEFT + 6, y: 14 }, 'busiest server'),
  );
  for (const { design, index } of known) {
    const label = `${index === recommended ? 'recommended: ' : ''}${design.layout}, cost ${grouped(design.read_cost)}, busiest server ${design.server_peak.toFixed(2)} times the mean`;
    const point = shape(
      'circle',
      {
        cx: x(design.read_cost + 1),
        cy: y(design.server_peak),
        r: index === recommended ? 8 : 5,
        class: design.is_on_front ? 'design front' : 'design',
        tabindex: 0,
        role: 'button',
        'aria-label': label,
      },
      shape('title', {}, label),
    );
    point.addEventListener('click', () => take(design.layout));
    point.addEventListener('keydown', (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key !== 'Enter' && key !== ' ') return;
      event.preventDefault();
      take(design.layout);
    });
    svg.append(point);
  }
  return svg;
}

/**
 * @param {Design[]} designs
 * @param {number} recommended
 * @param {(layout: string) => void} take
 */
export function designsTable(designs, recommended, take) {
  const heads = ['', 'layout', 'cost of reading', 'busiest server', ''];
  const rows = designs.map((design, index) => {
    const isKnown = design.refused === null;
    return make(
      'tr',
      { title: design.refused ?? design.reason },
      make('td', {}, index === recommended ? '★' : ''),
      make('td', {}, make('code', {}, design.layout), design.name === null ? '' : ` (${design.name})`),
      make('td', { className: 'number' }, isKnown ? grouped(design.read_cost) : 'cannot be taken'),
      make('td', { className: 'number' }, isKnown ? `${design.server_peak.toFixed(2)} ×` : ''),
      make(
        'td',
        {},
        make(
          'button',
          { type: 'button', 'aria-label': `Take ${design.layout}`, onclick: () => take(design.layout) },
          'Take',
        ),
      ),
    );
  });
  return make(
    'table',
    {},
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
    make('tbody', {}, ...rows),
  );
}
