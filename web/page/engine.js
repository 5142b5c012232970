/**
 * The library, compiled to WebAssembly. A call takes numbers, texts and bytes, and answers with a value of JSON or
 * throws what the library said.
 *
 *     const engine = new Engine(await WebAssembly.compile(bytes));
 *     engine.ask('rows_made', 'sequential(start=0,step=1)', 1000, 0);
 *     engine.ask('design_layout', 0, '{md5(id) % 16:02d}{id:010d}').max_width; // 12
 */

/** What the library refused, with the place that it blames: a byte of a text, a row, a column. */
export class EngineError extends Error {
  /** @param {{text: string, offset: number | null, row: number | null, column: number | null}} error */
  constructor({ text, offset, row, column }) {
    super(text);
    this.name = 'EngineError';
    this.offset = offset;
    this.row = row;
    this.column = column;
  }
}

/** A module that makes a function of JavaScript one of WebAssembly: (i32, f64) -> i32, imported as p.f, exported as f. */
const CALL_BACK = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 7, 1, 0x60, 2, 0x7f, 0x7c, 1, 0x7f],
  ...[2, 7, 1, 1, 0x70, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
);

export class Engine {
  /** @type {Record<string, any>} */
  #calls;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#calls = new WebAssembly.Instance(module, {}).exports;
    this.#calls._initialize();
  }

  /** How many bytes of memory the engine has. It never gives any back to the browser. */
  get memory() {
    return this.#calls.memory.buffer.byteLength;
  }

  /**
   * Copies bytes into the engine. They stay there until `give`.
   *
   * @param {Uint8Array} bytes
   * @returns {number} where they are
   */
  place(bytes) {
    const at = this.#calls.take(bytes.length);
    if (at === 0) throw new EngineError({ text: 'out of memory', offset: null, row: null, column: null });
    new Uint8Array(this.#calls.memory.buffer).set(bytes, at);
    return at;
  }

  /** @param {number} at what `place` returned */
  give(at) {
    this.#calls.give(at);
  }

  /**
   * Calls the engine. A text or bytes are two arguments there: where they are, and how many.
   *
   * @param {string} name
   * @param {...(number | boolean | string | Uint8Array)} given
   * @returns {any}
   */
  ask(name, ...given) {
    /** @type {number[]} */
    const places = [];
    try {
      const numbers = given.flatMap((value) => {
        if (typeof value === 'number' || typeof value === 'boolean') return [Number(value)];
        const bytes = typeof value === 'string' ? this.#encoder.encode(value) : value;
        const at = this.place(bytes);
        places.push(at);
        return [at, bytes.length];
      });
      const good = this.#calls[name](...numbers);
      const answer = JSON.parse(this.#decoder.decode(this.#answer()));
      if (!good) throw new EngineError(answer.error);
      return answer;
    } finally {
      for (const at of places) this.give(at);
    }
  }

  /**
   * Calls what calls back: the engine, which imports nothing, finds the function in its table.
   *
   * @param {string} name
   * @param {(done: number) => void} listener
   * @returns {any}
   */
  listen(name, listener) {
    const call = (/** @type {number} */ _context, /** @type {number} */ done) => {
      listener(done);
      return 1;
    };
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(CALL_BACK), { p: { f: call } }).exports;
    const table = this.#calls.__indirect_function_table;
    const index = table.grow(1, f);
    return this.ask(name, index);
  }

  #answer() {
    return new Uint8Array(this.#calls.memory.buffer, this.#calls.answer_at(), this.#calls.answer_length());
  }
}
