/** The table of rows: keys with their fields, and the values that they are made of. Only what is seen is in the page. */
import { fill, make } from './dom.js';
import { fieldClasses, keyParts } from './fields.js';

const ROW_HEIGHT = 24; /* as in the style sheet */
const BEYOND = 8; /* rows above and below those that are seen */

/** @typedef {{row: number, key: string[], values: (string | null)[]}} Row */

export class KeyTable {
  #scroll;
  #body;
  #choose;
  #spacer;
  #head;
  #rows = 0;
  /** Of what is seen, as the browser told: to ask it while the page changes takes longer than the keys. */
  #top = 0;
  #height = 0;
  /** @type {string[]} */
  #classes = [];
  /** @type {(first: number, count: number) => Row[]} */
  #read = () => [];

  /**
   * @param {HTMLElement} place
   * @param {(row: number) => void} choose called with the number of a row that is clicked
   */
  constructor(place, choose) {
    this.#choose = choose;
    this.#head = make('thead');
    this.#body = make('tbody');
    this.#spacer = make('div', { className: 'spacer' });
    this.#scroll = make(
      'div',
      { className: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Keys', onscroll: () => this.#look() },
      this.#spacer,
      make('table', {}, this.#head, this.#body),
    );
    fill(place, this.#scroll);
    new ResizeObserver(() => this.#look()).observe(this.#scroll);
  }

  /**
   * Shows other rows.
   *
   * @param {number} rows how many there are
   * @param {import('./fields.js').Field[]} fields
   * @param {string[]} columns their names
   * @param {(first: number, count: number) => Row[]} read
   */
  set(rows, fields, columns, read) {
    this.#rows = rows;
    this.#classes = fieldClasses(fields);
    this.#read = read;
    const heads = ['row', 'key', ...columns].map((name) => make('th', { scope: 'col' }, name));
    fill(this.#head, make('tr', {}, ...heads));
    this.#spacer.style.height = `${(rows + 1) * ROW_HEIGHT}px`;
    this.#show();
  }

  #look() {
    this.#top = this.#scroll.scrollTop;
    this.#height = this.#scroll.clientHeight;
    this.#show();
  }

  #show() {
    const top = Math.floor(this.#top / ROW_HEIGHT);
    const first = Math.max(0, Math.min(top - BEYOND, this.#rows - 1));
    const count = Math.ceil(this.#height / ROW_HEIGHT) + 2 * BEYOND;
    const rows = this.#rows === 0 ? [] : this.#read(first, count);
    this.#body.style.transform = `translateY(${first * ROW_HEIGHT}px)`;
    fill(
      this.#body,
      ...rows.map(({ row, key, values }) =>
        make(
          'tr',
          { onclick: () => this.#choose(row) },
          make('td', { className: 'number' }, String(row)),
          make('td', { className: 'key' }, ...keyParts(key, this.#classes)),
          ...values.map((value) => make('td', { className: value === null ? 'null' : '' }, value ?? 'null')),
        ),
      ),
    );
  }
}
