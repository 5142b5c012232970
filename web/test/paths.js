/** What scripts/test-web has built. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = (/** @type {string} */ name) => fileURLToPath(new URL(`../../build/${name}`, import.meta.url));

export const enginePath = built('web/engine/engine.wasm');
export const nativePath = built('web/native/engine');
/** Another page, such as that of a release, is in $ROWKEY_PAGE. */
export const pagePath = process.env.ROWKEY_PAGE ?? built('web/rowkey.html');
export const toolPath = built('release/rowkey');

export const engineModule = () => new WebAssembly.Module(readFileSync(enginePath));
