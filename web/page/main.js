/** The page: what is typed goes through the engine at each key stroke; what needs all rows goes to the worker. */
import { designsPlot, designsTable } from './advice.js';
import { Background } from './background.js';
import { byId, counted, fill, make } from './dom.js';
import { Engine } from './engine.js';
import { exampleRecords } from './examples.js';
import { keyParts, fieldClasses, templateParts } from './fields.js';
import { heatMap, legend } from './heat.js';
import { KeyTable } from './keys.js';
import { answerItem, shownKey } from './questions.js';
import { createCommand, cSnippet, encodeCommand, javaSnippet, pythonSnippet, simulateCommand } from './snippets.js';
import {
  formatLink,
  History,
  linkedListing,
  listingOf,
  MOST_LINKED,
  MOST_NUMBER,
  parseLink,
  placementOfFile,
} from './state.js';
import { loadRecords } from './work.js';

/** @typedef {import('./state.js').State} State */

/** Bytes of a file that the page itself reads: enough for the rows that it shows. */
const SHOWN_BYTES = 1 << 24;

/** Beyond all rows that are shown: the engine then takes the last one. */
const LAST_ROW = 2 ** 32 - 1;

/** Milliseconds without a key stroke after which the worker is asked. */
const PAUSE = 120;

const input = (/** @type {string} */ id) => byId(id, HTMLInputElement);
const select = (/** @type {string} */ id) => byId(id, HTMLSelectElement);
const area = (/** @type {string} */ id) => byId(id, HTMLTextAreaElement);
const element = (/** @type {string} */ id) => byId(id, HTMLElement);

/** @param {string} id */
const embedded = (id) => element(id).textContent ?? '';

/** @returns {Promise<WebAssembly.Module>} */
async function compileEngine() {
  const bytes = Uint8Array.from(atob(embedded('engine')), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** @param {unknown} error */
const textOf = (error) => (error instanceof Error ? error.message : String(error));

class Page {
  #engine;
  #background;
  #keys = new KeyTable(element('keys'), (row) => this.#askOf(row));
  #history = new History();
  /** @type {State} */
  #state;
  /** The records as a link carries them; "" where it does not. */
  #linked = '';
  /** @type {any} what the engine said of the records; null where they cannot be read */
  #records = null;
  /** @type {any} what it said of the layout */
  #explained = null;
  /** @type {any} what the worker counted last */
  #counted = null;
  /** @type {Set<number>} the regions of the question that was pointed at */
  #lit = new Set();
  /** @type {any[]} */
  #named;
  #timer = 0;
  #readings = 0;

  /** @param {WebAssembly.Module} module @param {State} state */
  constructor(module, state) {
    this.#engine = new Engine(module);
    this.#background = new Background(module, embedded('worker'));
    this.#state = state;
    this.#named = this.#engine.ask('named_layouts');
    this.#fillChoices();
    this.#listen();
  }

  /** Shows the whole state. */
  async show() {
    const { records } = this.#state;
    for (const member of /** @type {const} */ (['layout', 'questions', 'listing']))
      area(member).value = this.#state[member];
    for (const member of /** @type {const} */ (['regions', 'writers', 'window', 'servers', 'placement', 'beside']))
      input(member).value = String(this.#state[member]);
    byId('listed', HTMLDetailsElement).open = this.#state.listing !== '';
    this.#showListed();
    input('in-key-order').checked = this.#state.inKeyOrder;
    select('records-kind').value = records.kind;
    input('source').value = records.source;
    input('made-rows').value = String(records.rows);
    select('format').value = records.format;
    input('header').checked = records.header;
    input('columns').value = records.columns;
    const pasted = records.name === 'pasted' ? records.file : null;
    const text = pasted === null ? '' : await pasted.text();
    if (this.#state.records !== records) return;
    // Whoever types there is not interrupted.
    if (document.activeElement !== area('pasted')) area('pasted').value = text;
    await this.#showRecords();
  }

  /** Changes the state, so that it can be undone. @param {(state: State) => void} change */
  #change(change) {
    this.#history.note(this.#state);
    const { records } = this.#state;
    this.#state = { ...this.#state, records: { ...records } };
    change(this.#state);
    // What reads records sees by them whether it is still wanted.
    const members = /** @type {(keyof typeof records)[]} */ (Object.keys(records));
    if (members.every((member) => this.#state.records[member] === records[member])) this.#state.records = records;
    this.#showHistory();
    this.#showAddress();
  }

  /** Puts the state into the page's address, for reloading it. */
  #showAddress() {
    try {
      history.replaceState(null, '', `#${formatLink(this.#state, this.#linked)}`);
    } catch {
      // Browsers refuse it when it is done too often; the next one counts.
    }
  }

  #showHistory() {
    byId('undo', HTMLButtonElement).disabled = !this.#history.canUndo;
    byId('redo', HTMLButtonElement).disabled = !this.#history.canRedo;
  }

  // ---- Records -----------------------------------------------------------------------------------

  /** Reads the records on the page, then in the worker. */
  async #showRecords() {
    const { records } = this.#state;
    document.body.classList.toggle('made', records.kind === 'made');
    document.body.classList.toggle('text', records.kind === 'text');
    this.#counted = null;
    this.#lit = new Set();
    fill(element('load'));
    fill(element('load-error'));
    this.#linked = await linkedText(records);
    if (this.#state.records !== records) return;
    this.#showAddress();
    if (await this.#readRecords(records.columns)) await this.#sendRecords();
  }

  /**
   * Reads the records on the page. False if others are to be read by now.
   *
   * @param {string} columns as in the state, or those that the worker has found
   */
  async #readRecords(columns) {
    const reading = ++this.#readings;
    fill(element('records-error'));
    try {
      const request = {
        records: { ...this.#state.records, columns },
        file: this.#state.records.file,
        most: SHOWN_BYTES,
      };
      const records = await loadRecords(this.#engine, request, async () => reading === this.#readings);
      if (records === null) return false;
      this.#records = records;
      this.#showFound();
    } catch (error) {
      if (reading !== this.#readings) return false;
      this.#records = null;
      fill(element('found'));
      fill(element('records-error'), textOf(error));
    }
    this.#showLayout();
    return true;
  }

  #showFound() {
    const { rows, notes } = this.#records;
    const list = this.#columns().map(({ name, type }) => `${name}:${type}`);
    const many = rows === null ? '' : `${counted(rows, 'row')}: `;
    fill(element('found'), many, make('code', {}, list.join(', ')), notes ? `; ${notes}` : '');
  }

  async #sendRecords() {
    const { records } = this.#state;
    const request = { records, file: records.file, most: Infinity };
    const isNewest = () => this.#state.records === records;
    element('load').setAttribute('aria-busy', 'true');
    try {
      const loaded = await this.#background.ask('records', request, (done) =>
        this.#say(`Reading: ${Math.round(100 * done)} %`),
      );
      if (loaded === null || !isNewest()) return;
      // What the page has read is the beginning of the file: later rows may say that a column has another type.
      const isOther = this.#records !== null && this.#records.source !== loaded.source;
      if (isOther && !(await this.#readRecords(loaded.source))) return;
      await this.#simulate();
    } catch (error) {
      if (isNewest()) fill(element('records-error'), textOf(error));
    } finally {
      if (isNewest()) element('load').setAttribute('aria-busy', 'false');
    }
  }

  /** @param {Blob} file @param {string} name */
  async #takeFile(file, name) {
    this.#change(({ records }) => {
      if (name !== 'pasted' || records.name !== 'pasted') records.columns = '';
      records.kind = 'text';
      records.file = file;
      records.name = name;
      const ending = /\.(csv|tsv|jsonl|ndjson|json)$/.exec(name)?.[1];
      if (ending !== undefined) records.format = ending === 'csv' || ending === 'tsv' ? ending : 'jsonl';
    });
    await this.show();
  }

  /** The columns that the records name. @returns {{name: string, type: string}[]} */
  #columns() {
    return this.#records === null ? [] : this.#records.columns.slice(0, this.#records.named);
  }

  // ---- The layout and its keys ---------------------------------------------------------------------

  #showLayout() {
    const begun = performance.now();
    const { layout } = this.#state;
    this.#explained = null;
    let wrong = null;
    try {
      this.#explained = this.#engine.ask('design_layout', 0, layout);
      fill(element('error'));
    } catch (error) {
      wrong = /** @type {any} */ (error).offset ?? null;
      fill(element('error'), textOf(error));
    }
    const fields = this.#explained?.fields ?? [];
    const isNamed = layout.startsWith('@');
    fill(element('coloured'), ...(isNamed && wrong === null ? [layout] : templateParts(layout, fields, wrong)));
    this.#showSentence();
    this.#showKeys();
    this.#showPastedKey();
    this.#showQuestions();
    this.#showSplits();
    this.#say(`${(performance.now() - begun).toFixed(1)} ms for this layout and its keys`);
  }

  #showSentence() {
    if (this.#explained === null) {
      fill(element('sentence'));
      fill(element('warnings'));
      return;
    }
    const { template, min_width, max_width, sorted, sorts_as_columns, warnings } = this.#explained;
    const width = min_width === max_width ? `${min_width}` : `${min_width} to ${max_width ?? '∞'}`;
    const order = sorted
      .map((/** @type {any} */ { column, order: way }) => `${column} ${way === 'ascending' ? '↑' : '↓'}`)
      .join(', ');
    const sorts =
      order === ''
        ? 'they do not sort as any column does'
        : `they sort by ${order}${sorts_as_columns ? '' : ' within equal bytes before it'}`;
    fill(
      element('sentence'),
      ...(this.#state.layout.startsWith('@') ? [make('code', {}, template), '. '] : []),
      `Keys of ${width} bytes; ${sorts}.`,
    );
    fill(
      element('warnings'),
      ...warnings.map((/** @type {any} */ { note, id, text }) =>
        make('li', { className: note ? 'faint' : 'warning' }, `${note ? 'note' : 'warning'} ${id}: ${text}`),
      ),
    );
  }

  #showKeys() {
    const columns = this.#columns().map(({ name }) => name);
    let rows = 0;
    fill(element('keys-error'));
    if (this.#explained !== null) {
      try {
        ({ rows } = this.#engine.ask('design_keys', 0));
      } catch (error) {
        fill(element('keys-error'), textOf(error));
      }
    }
    const inKeyOrder = this.#state.inKeyOrder;
    this.#keys.set(rows, this.#explained?.fields ?? [], columns, (first, count) =>
      this.#engine.ask('design_rows', 0, first, count, inKeyOrder),
    );
    fill(element('keys-note'), rows === 10000 ? 'The first 10,000 rows; the load counts all of them.' : '');
  }

  #showPastedKey() {
    const text = input('pasted-key').value;
    fill(element('taken-apart'));
    if (text === '' || this.#explained === null) return;
    try {
      const { key, columns } = this.#engine.ask('decode_key', 0, unescaped(new TextEncoder().encode(text)));
      const values = columns.map((/** @type {any} */ { name, value }) => `${name} = ${value ?? 'null'}`).join(', ');
      fill(
        element('taken-apart'),
        make('code', {}, ...keyParts(key, fieldClasses(this.#explained.fields))),
        ` ${values}`,
      );
    } catch (error) {
      fill(element('taken-apart'), textOf(error));
    }
  }

  // ---- Questions -----------------------------------------------------------------------------------

  /**
   * The split points: those of the last simulation, or of the layout; null while those of a listing are not known.
   *
   * @returns {string[] | null}
   */
  #points() {
    const load = this.#counted?.loads[0];
    const listing = listingOf(this.#state);
    const isSame = this.#counted?.listing === listing;
    if (listing !== '') return isSame ? load.splits : null;
    if (isSame && load.layout === this.#state.layout && load.report.count === this.#state.regions) return load.splits;
    try {
      return this.#engine.ask('layout_splits', 0, this.#state.regions).splits;
    } catch {
      return [];
    }
  }

  #showQuestions() {
    const questions = this.#state.questions.split('\n').filter((line) => line.trim() !== '');
    const points = this.#points();
    const regions = points === null ? null : points.length + 1;
    this.#engine.ask('take_points', (points ?? []).map((point) => `${point}\n`).join(''));
    fill(
      element('answers'),
      ...(this.#explained === null ? [] : questions.map((question) => this.#answer(question, regions))),
    );
  }

  /** The row whose values stand for ? and from which `last` counts: the last one where none is chosen. */
  #askingRow() {
    const { value } = input('asking-row');
    return value === '' ? LAST_ROW : Math.min(wholeNumber(value), LAST_ROW);
  }

  /** @param {number} row */
  #askOf(row) {
    input('asking-row').value = String(row);
    this.#showQuestions();
  }

  /** @param {string} question @param {number | null} regions of the table; null where they are not known */
  #answer(question, regions) {
    try {
      const answer = this.#engine.ask('design_question', 0, this.#askingRow(), question);
      const item = answerItem({ question, ...answer }, regions);
      item.tabIndex = 0;
      const light = () => {
        this.#lit = new Set(regions === null ? [] : answer.regions);
        this.#showLoads();
      };
      item.addEventListener('pointerenter', light);
      item.addEventListener('focus', light);
      return item;
    } catch (error) {
      return make('li', {}, make('code', {}, question), make('pre', { role: 'alert' }, textOf(error)));
    }
  }

  // ---- Load ----------------------------------------------------------------------------------------

  #simulateSoon() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#simulate(), PAUSE);
  }

  /** Why the layout beside is not one of these records; "" where it is. */
  #wrongBeside() {
    const { beside } = this.#state;
    try {
      if (beside !== '') this.#engine.ask('design_layout', 1, beside);
      return '';
    } catch (error) {
      return `beside: ${textOf(error)}`;
    }
  }

  async #simulate() {
    const state = this.#state;
    const { layout, beside, regions, writers, window: rows, servers, placement } = state;
    if (this.#explained === null) return;
    const wrong = this.#wrongBeside();
    const layouts = beside === '' || wrong !== '' ? [layout] : [layout, beside];
    const listing = listingOf(state);
    const request = { layouts, regions, writers, window: rows, servers, placement, listing };
    element('load').setAttribute('aria-busy', 'true');
    try {
      const counts = await this.#background.ask('simulate', request);
      // A newer request is under way, and ends the waiting.
      if (counts === null) return;
      element('load').setAttribute('aria-busy', 'false');
      this.#counted = { ...counts, listing };
      this.#showListed();
      fill(element('load-error'), wrong);
      this.#showLoads();
      this.#showQuestions();
      this.#showSplits();
    } catch (error) {
      element('load').setAttribute('aria-busy', 'false');
      fill(element('load-error'), textOf(error));
    }
  }

  #showLoads() {
    if (this.#counted === null) return;
    const { loads, scale, names } = this.#counted;
    fill(
      element('load'),
      ...loads.map((/** @type {any} */ load, /** @type {number} */ index) =>
        heatMap(load, scale, index === 0 ? this.#lit : new Set(), names),
      ),
      legend(scale),
    );
  }

  #showSplits() {
    const points = this.#points();
    fill(element('splits-summary'), points === null ? 'Split points' : counted(points.length, 'split point'));
    fill(element('splits'), (points ?? []).map(shownKey).join('\n'));
  }

  /** Shows how many regions and servers there are where a listing says it. */
  #showListed() {
    const isListed = listingOf(this.#state) !== '';
    const cluster = this.#cluster();
    for (const member of /** @type {const} */ (['regions', 'servers'])) {
      if (isListed || input(member).disabled) input(member).value = String(cluster[member]);
      input(member).disabled = isListed;
    }
  }

  /** Takes what list_regions has printed; "" for none. @param {string} listing @param {string} name of its file */
  #takeListing(listing, name) {
    this.#change((state) => {
      state.listing = listing;
      state.placement = listing === '' ? 'round-robin' : name;
    });
    input('placement').value = this.#state.placement;
    this.#showListed();
    this.#showQuestions();
    this.#showSplits();
    this.#simulateSoon();
  }

  /** @param {File} file */
  async #takeListingFile(file) {
    try {
      const listing = await file.text();
      area('listing').value = listing;
      byId('listed', HTMLDetailsElement).open = true;
      this.#takeListing(listing, placementOfFile(file.name));
    } catch (error) {
      fill(element('load-error'), `${file.name} cannot be read: ${textOf(error)}`);
    }
  }

  // ---- Advice --------------------------------------------------------------------------------------

  /** How many regions and servers there are, as far as is known. @returns {{regions: number, servers: number}} */
  #cluster() {
    const listing = listingOf(this.#state);
    if (listing === '' || this.#counted?.listing !== listing) return this.#state;
    return { regions: this.#counted.loads[0].report.count, servers: this.#counted.names.length };
  }

  async #advise() {
    const { questions, writers, layout } = this.#state;
    const { regions, servers } = this.#cluster();
    const progress = byId('advice-progress', HTMLProgressElement);
    const shown = (/** @type {boolean} */ busy) => {
      progress.hidden = element('cancel').hidden = !busy;
      byId('advise', HTMLButtonElement).disabled = busy;
    };
    shown(true);
    fill(element('advice-error'));
    try {
      const lines = questions.split('\n').filter((line) => line.trim() !== '');
      const request = { questions: lines, regions, writers, servers, layout };
      const advice = await this.#background.ask('advise', request, (done) => (progress.value = done));
      if (advice !== null) this.#showAdvice(advice);
    } catch (error) {
      fill(element('advice-error'), textOf(error));
    }
    shown(false);
  }

  /** @param {{designs: import('./advice.js').Design[], recommended: number}} advice */
  #showAdvice({ designs, recommended }) {
    const take = (/** @type {string} */ layout) => void this.#take(layout);
    fill(element('advice'), designsPlot(designs, recommended, take), designsTable(designs, recommended, take));
  }

  /** @param {string} layout */
  async #take(layout) {
    this.#change((state) => (state.layout = layout));
    await this.show();
    area('layout').focus();
  }

  /** Shows a named layout, with rows of its columns. @param {string} name */
  async #takeNamed(name) {
    const named = this.#named.find((/** @type {any} */ one) => one.name === name);
    if (named === undefined) return;
    this.#readings++; // whatever is being read has lost its engine
    const { records, text } = exampleRecords(this.#engine, named);
    this.#change((state) => {
      state.layout = `@${name}`;
      state.beside = '';
      Object.assign(state.records, records, { file: text === null ? null : new Blob([text]) });
    });
    await this.show();
  }

  // ---- Events --------------------------------------------------------------------------------------

  #fillChoices() {
    fill(
      select('named'),
      make('option', { value: '' }, '…'),
      ...this.#named.map((/** @type {any} */ { name, system }) =>
        make('option', { value: name }, `${name}: ${system}`),
      ),
    );
    const sources = this.#engine.ask('made_sources');
    fill(
      element('sources'),
      ...sources.map((/** @type {any} */ { name, summary }) => make('option', { value: name }, summary)),
    );
    const copies = [
      'Command: simulate',
      'Command: encode',
      'C',
      'Java',
      'Python',
      'HBase shell',
      'Split points',
      'Split points in hex',
    ];
    fill(select('copy-what'), ...copies.map((copy) => make('option', {}, copy)));
    this.#showHistory();
  }

  /** @param {string} id @param {(state: State, value: string) => void} set @param {() => void} then */
  #onInput(id, set, then) {
    element(id).addEventListener('input', (event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      this.#change((state) => set(state, value));
      then();
    });
  }

  #listen() {
    const relaid = () => {
      this.#showLayout();
      this.#simulateSoon();
    };
    const recount = () => {
      this.#showQuestions();
      this.#showSplits();
      this.#simulateSoon();
    };
    const reread = () => void this.#showRecords();
    this.#onInput('layout', (state, value) => (state.layout = value.replaceAll('\n', '')), relaid);
    this.#onInput('beside', (state, value) => (state.beside = value), recount);
    this.#onInput(
      'placement',
      (state, value) => (state.placement = value),
      () => {
        this.#showListed();
        recount();
      },
    );
    area('listing').addEventListener('input', () => this.#takeListing(area('listing').value, 'pasted-regions.txt'));
    element('listing-file').addEventListener('change', () => {
      const file = input('listing-file').files?.[0];
      if (file !== undefined) void this.#takeListingFile(file);
    });
    for (const member of /** @type {const} */ (['regions', 'writers', 'window', 'servers']))
      this.#onInput(member, (state, value) => (state[member] = wholeNumber(value)), recount);
    this.#onInput(
      'questions',
      (state, value) => (state.questions = value),
      () => this.#showQuestions(),
    );
    this.#onInput('records-kind', ({ records }, value) => (records.kind = value === 'made' ? 'made' : 'text'), reread);
    this.#onInput('source', ({ records }, value) => (records.source = value), reread);
    this.#onInput('made-rows', ({ records }, value) => (records.rows = Math.max(1, wholeNumber(value))), reread);
    this.#onInput('format', ({ records }, value) => (records.format = /** @type {any} */ (value)), reread);
    this.#onInput('columns', ({ records }, value) => (records.columns = value), reread);
    element('header').addEventListener('change', () => {
      this.#change(({ records }) => (records.header = input('header').checked));
      reread();
    });
    element('in-key-order').addEventListener('change', () => {
      this.#change((state) => (state.inKeyOrder = input('in-key-order').checked));
      this.#showKeys();
    });
    element('asking-row').addEventListener('input', () => this.#showQuestions());
    element('pasted-key').addEventListener('input', () => this.#showPastedKey());
    element('pasted').addEventListener('input', () => void this.#takeFile(new Blob([area('pasted').value]), 'pasted'));
    element('file').addEventListener('change', () => {
      const file = input('file').files?.[0];
      if (file !== undefined) void this.#takeFile(file, file.name);
    });
    select('named').addEventListener('change', () => void this.#takeNamed(select('named').value));
    element('undo').addEventListener('click', () => void this.#restore(this.#history.undo(this.#state)));
    element('redo').addEventListener('click', () => void this.#restore(this.#history.redo(this.#state)));
    element('advise').addEventListener('click', () => void this.#advise());
    element('cancel').addEventListener('click', () => void this.#cancel());
    element('copy-link').addEventListener('click', () => void this.#copyLink());
    element('copy').addEventListener('click', () => void this.#copy(this.#copied(), 'Copied'));
    this.#listenForFiles();
  }

  #listenForFiles() {
    const { body } = document;
    body.addEventListener('dragover', (event) => {
      event.preventDefault();
      body.classList.add('dropping');
    });
    body.addEventListener('dragleave', () => body.classList.remove('dropping'));
    body.addEventListener('drop', (event) => {
      event.preventDefault();
      body.classList.remove('dropping');
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      if (element('load-part').contains(/** @type {Node} */ (event.target))) void this.#takeListingFile(file);
      else void this.#takeFile(file, file.name);
    });
  }

  /** Ends the search for designs, by a new worker, which reads the records again. */
  async #cancel() {
    try {
      await this.#background.cancel();
      await this.#simulate();
    } catch (error) {
      fill(element('load-error'), textOf(error));
    }
  }

  /** @param {State} state */
  async #restore(state) {
    this.#state = state;
    this.#showHistory();
    this.#showAddress();
    await this.show();
  }

  // ---- Copies --------------------------------------------------------------------------------------

  async #copyLink() {
    const { records } = this.#state;
    const link = `${location.href.replace(/#.*/s, '')}#${formatLink(this.#state, this.#linked)}`;
    const left = [
      ...(records.kind === 'text' && this.#linked === '' ? [records.name] : []),
      ...(this.#state.listing !== linkedListing(this.#state) ? [this.#state.placement] : []),
    ];
    const without =
      left.length === 0 ? '' : `, without ${left.join(' and ')}: a link holds UTF-8 of up to 16 KB of each`;
    await this.#copy(link, `Link copied${without}`);
  }

  #copied() {
    const columns = this.#columns();
    const template = this.#explained?.template ?? this.#state.layout;
    const schema = columns.map((/** @type {any} */ { name, type }) => `${name}:${type}`).join(',');
    switch (select('copy-what').value) {
      case 'Command: simulate':
        return simulateCommand(this.#state);
      case 'Command: encode':
        return encodeCommand(this.#state);
      case 'C':
        return cSnippet(template, schema);
      case 'Java':
        return javaSnippet(template, schema);
      case 'Python':
        return pythonSnippet(template, columns);
      case 'HBase shell':
        return createCommand(this.#points() ?? []);
      case 'Split points in hex':
        return (this.#points() ?? []).join('\n');
      default:
        return (this.#points() ?? []).map(shownKey).join('\n');
    }
  }

  /** @param {string} text @param {string} said */
  async #copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      fill(element('copied'), said);
    } catch {
      fill(element('copied'), 'The browser does not let the page copy: ', make('code', {}, text));
    }
  }

  /** @param {string} text */
  #say(text) {
    fill(element('status'), text);
  }
}

/** What an input of numbers says, as far as the engine is told. @param {string} value */
function wholeNumber(value) {
  const number = Math.floor(Number(value));
  return number >= 0 ? Math.min(number, MOST_NUMBER) : 0;
}

/**
 * The records as a link carries them: "" where they are made, too many, or not the same as text.
 *
 * @param {import('./state.js').Records} records
 */
async function linkedText({ kind, file }) {
  if (kind !== 'text' || file === null || file.size > MOST_LINKED) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return '';
  }
}

/** Bytes in which \xHH stands for a byte. @param {Uint8Array} bytes */
function unescaped(bytes) {
  const out = [];
  for (let at = 0; at < bytes.length; at++) {
    const digits = String.fromCharCode(...bytes.subarray(at + 2, at + 4));
    if (bytes[at] === 92 && bytes[at + 1] === 120 && /^[0-9a-fA-F]{2}$/.test(digits)) {
      out.push(parseInt(digits, 16));
      at += 3;
    } else {
      out.push(bytes[at]);
    }
  }
  return Uint8Array.from(out);
}

async function begin() {
  const page = new Page(await compileEngine(), parseLink(location.hash));
  await page.show();
}

begin().catch((error) => fill(element('error'), `The page cannot start: ${textOf(error)}`));
