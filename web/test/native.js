/** The engine compiled for this machine: a list of calls goes in, their answers come out. */
import { spawnSync } from 'node:child_process';
import { nativePath } from './paths.js';

/** @typedef {[string, ...(number | boolean | string | Uint8Array)[]]} Call */

/** @param {number | boolean | string | Uint8Array} value */
function argument(value) {
  const isNumber = typeof value === 'number' || typeof value === 'boolean';
  const bytes = Buffer.from(isNumber ? String(Number(value)) : value);
  return Buffer.concat([Buffer.from(` ${isNumber ? 'n' : 's'}${bytes.length}:`), bytes]);
}

/** @param {Call[]} calls @returns {{good: boolean, answer: any}[]} */
export function nativeAnswers(calls) {
  const input = Buffer.concat(
    calls.flatMap(([name, ...given]) => [
      Buffer.from(`${name} ${given.length}`),
      ...given.map(argument),
      Buffer.from('\n'),
    ]),
  );
  const { stdout, stderr, status } = spawnSync(nativePath, { input, maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`the native engine ended with ${status}: ${stderr}`);
  const lines = stdout.toString().split('\n').slice(0, -1);
  return lines.map((line) => ({ good: line[0] === '1', answer: JSON.parse(line.slice(2)) }));
}

/** @param {import('../page/engine.js').Engine} engine @param {Call[]} calls @returns {{good: boolean, answer: any}[]} */
export function moduleAnswers(engine, calls) {
  return calls.map(([name, ...given]) => {
    try {
      return { good: true, answer: engine.ask(name, ...given) };
    } catch (error) {
      const { message: text, offset, row, column } = /** @type {any} */ (error);
      return { good: false, answer: { error: { text, offset, row, column } } };
    }
  });
}
