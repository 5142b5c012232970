/** What scripts/test-web has built. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = (/** @type {string} */ name) => fileURLToPath(new URL(`../../build/${name}`, import.meta.url));

export const enginePath = built('web/engine/engine.wasm');
export const nativePath = built('web/native/engine');
export const pagePath = built('web/rowkey.html');
export const toolPath = built('release/rowkey');

export const engineModule = () => new WebAssembly.Module(readFileSync(enginePath));
