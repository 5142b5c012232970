/** The worker seen from the page: requests, of which only the newest of a kind counts. */
import { EngineError } from './engine.js';

/** @typedef {{resolve: (result: any) => void, reject: (error: Error) => void,
 *   progress: (done: number) => void}} Waiting */

export class Background {
  #module;
  #source;
  /** @type {Worker} */
  #worker;
  #last = 0;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {any} the records that a new worker has to be given */
  #records = null;

  /**
   * @param {WebAssembly.Module} module
   * @param {string} source the worker's code
   */
  constructor(module, source) {
    this.#module = module;
    this.#source = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.#worker = this.#start();
  }

  #start() {
    const worker = new Worker(this.#source);
    worker.postMessage({ module: this.#module });
    worker.onmessage = ({ data }) => this.#take(data);
    worker.onerror = (event) => this.#fail(`the worker stopped: ${event.message}`);
    return worker;
  }

  /** @param {{id: number, result?: any, error?: any, progress?: number}} data */
  #take({ id, result, error, progress }) {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    if (progress !== undefined) {
      waiting.progress(progress);
      return;
    }
    this.#waiting.delete(id);
    if (error !== undefined) waiting.reject(new EngineError(error));
    else waiting.resolve(result);
  }

  /** @param {string} text */
  #fail(text) {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(new EngineError({ text, offset: null, row: null, column: null }));
  }

  /**
   * Asks the worker for something. The answer of a request that a newer one has stopped is null.
   *
   * @param {'records' | 'simulate' | 'advise'} work
   * @param {any} request
   * @param {(done: number) => void} [progress] from 0 to 1
   * @returns {Promise<any>}
   */
  ask(work, request, progress = () => {}) {
    if (work === 'records') this.#records = request;
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
      this.#worker.postMessage({ id, work, request });
    });
  }

  /** Stops whatever the worker does. It then reads its records again. */
  async cancel() {
    this.#worker.terminate();
    this.#fail('cancelled');
    this.#worker = this.#start();
    if (this.#records !== null) await this.ask('records', this.#records);
  }
}
