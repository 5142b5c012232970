/** Maps of region by time: the colour is a region's rows in proportion to an even share of them. */
import { counted, fill, grouped, make, rounded } from './dom.js';

/**
 * @typedef {object} Load what was counted of a layout
 * @property {string} layout
 * @property {string[]} splits in hex
 * @property {any} report as in the tool's JSON: the member "regions" of a layout
 * @property {any} [servers] likewise "servers"
 * @property {Heat} heat
 *
 * @typedef {object} Heat
 * @property {number} bands lines of cells
 * @property {number} columns
 * @property {number} regionsOfBand how many regions a band stands for; the last may have fewer
 * @property {number} rowsOfColumn how many rows a column stands for; the last may have fewer
 * @property {number[]} levels of each cell, band by band from region 0 on: a number of a colour
 * @property {number[]} rows of each cell
 *
 * @typedef {{colour: string, share: number}[]} Scale of each level its colour, and the rows of a cell in its middle as a
 *   multiple of an even share
 */

const CELL_HEIGHT = 12;

/** "region 3" or "regions 6 to 8". @param {Heat} heat @param {number} band @param {number} regions */
function regionsOf(heat, band, regions) {
  const first = band * heat.regionsOfBand;
  const last = Math.min(first + heat.regionsOfBand, regions) - 1;
  return first === last ? `region ${grouped(first)}` : `regions ${grouped(first)} to ${grouped(last)}`;
}

/** @param {Load} load @param {Scale} scale */
function drawCells({ heat }, scale) {
  const canvas = make('canvas', { width: heat.columns, height: heat.bands });
  const context = canvas.getContext('2d');
  if (context === null || heat.columns === 0) return canvas;
  const image = context.createImageData(heat.columns, heat.bands);
  const colours = scale.map(({ colour }) => parseInt(colour.slice(1), 16));
  for (let band = 0; band < heat.bands; band++) {
    for (let column = 0; column < heat.columns; column++) {
      const colour = colours[heat.levels[band * heat.columns + column]];
      // Region 0 is the lowest line.
      image.data.set(
        [colour >> 16, (colour >> 8) & 255, colour & 255, 255],
        4 * ((heat.bands - 1 - band) * heat.columns + column),
      );
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** What a cell holds, as a sentence. @param {Load} load @param {number} band @param {number} column */
function cellText({ heat, report }, band, column) {
  const first = column * heat.rowsOfColumn;
  const last = Math.min(first + heat.rowsOfColumn, report.total.rows) - 1;
  const rows = heat.rows[band * heat.columns + column];
  return `${regionsOf(heat, band, report.count)}, rows ${grouped(first)} to ${grouped(last)}: ${counted(rows, 'row')}`;
}

/** What the map says, for everybody. @param {any} report */
export function loadText({ count, total, windows }) {
  if (windows.count === 0) return `${counted(total.rows, 'row')}, fewer than a window has`;
  return (
    `${rounded(windows.active_mean, 1)} of ${counted(count, 'region')} active in a window; busiest ` +
    `${rounded(windows.peak_mean, 1)} × the mean; lock step ${rounded(windows.lock_step, 2)} ` +
    `(${counted(total.rows, 'row')})`
  );
}

/** What it says of servers. @param {any} servers @param {string[]} names */
function serversText({ count, total, windows, rows }, names) {
  const busiest = rows.indexOf(total.most);
  const most = `most rows in all: ${names[busiest] ?? `server ${busiest}`} (${counted(total.most, 'row')})`;
  if (windows.count === 0) return most;
  return (
    `${rounded(windows.active_mean, 1)} of ${counted(count, 'server')} active in a window; busiest ` +
    `${rounded(windows.peak_mean, 1)} × the mean; ${most}`
  );
}

/**
 * A map with its caption. Arrow keys move a cursor over the cells, whose rows are told below.
 *
 * @param {Load} load
 * @param {Scale} scale
 * @param {Set<number>} lit regions that a question reads
 * @param {string[]} names of the servers; none where they have only numbers
 */
export function heatMap(load, scale, lit, names) {
  const { heat } = load;
  const told = make('output', { className: 'cell' }, 'Point at a cell, or use the arrow keys, to see its rows.');
  const canvas = drawCells(load, scale);
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `Rows by region and time. ${loadText(load.report)}`);
  canvas.style.height = `${Math.max(96, Math.min(heat.bands * CELL_HEIGHT, 240))}px`;
  let band = 0;
  let column = 0;
  const tell = () => fill(told, cellText(load, band, column));
  canvas.addEventListener('pointermove', (event) => {
    const box = canvas.getBoundingClientRect();
    column = Math.min(heat.columns - 1, Math.floor(((event.clientX - box.left) / box.width) * heat.columns));
    band = heat.bands - 1 - Math.min(heat.bands - 1, Math.floor(((event.clientY - box.top) / box.height) * heat.bands));
    tell();
  });
  canvas.addEventListener('keydown', (event) => {
    const [across, up] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
    if (across === undefined || up === undefined) return;
    event.preventDefault();
    column = Math.max(0, Math.min(heat.columns - 1, column + across));
    band = Math.max(0, Math.min(heat.bands - 1, band + up));
    tell();
  });
  const marks = Array.from({ length: heat.bands }, (_, index) => {
    const at = heat.bands - 1 - index;
    const isLit = [...lit].some((region) => Math.floor(region / heat.regionsOfBand) === at);
    return make('i', { className: isLit ? 'lit' : '' });
  });
  return make(
    'figure',
    { className: 'heat' },
    make(
      'div',
      { className: 'map' },
      make('div', { className: 'lit-regions', 'aria-hidden': 'true' }, ...marks),
      canvas,
    ),
    make(
      'figcaption',
      {},
      make('code', {}, load.layout),
      make('p', {}, loadText(load.report)),
      ...(load.servers === undefined ? [] : [make('p', {}, serversText(load.servers, names))]),
      told,
    ),
  );
}

/** What the colours mean. @param {Scale} scale */
export function legend(scale) {
  const cells = scale.map(({ colour, share }, level) => {
    const cell = make('span', { className: 'colour' }, make('i'));
    /** @type {HTMLElement} */ (cell.firstChild).style.background = colour;
    if (level === 0) cell.append(' none');
    else if (level % 3 === 1) cell.append(` ${share < 1 ? rounded(share, 2) : rounded(share, 1)}`);
    return cell;
  });
  return make('div', { className: 'legend' }, 'rows, as a multiple of an even share: ', ...cells);
}
