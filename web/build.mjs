/**
 * Makes the page: one file of HTML that has the style, the code of page and worker, and the compressed engine. The same
 * input makes the same bytes.
 *
 *     node build.mjs ENGINE.wasm OUTPUT.html
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { build, transform } from 'esbuild';

const [engine, output] = process.argv.slice(2);
const here = (/** @type {string} */ name) => new URL(name, import.meta.url);

/** @param {string} entry */
async function bundle(entry) {
  const { outputFiles } = await build({
    entryPoints: [here(entry).pathname],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
  });
  return outputFiles[0].text;
}

/** What stands in an element of script: it must not end the element. @param {string} code */
function inScript(code) {
  return code.trim().replaceAll('</script', '<\\/script');
}

const style = (
  await transform(readFileSync(here('page/style.css'), 'utf8'), { loader: 'css', minify: true })
).code.trim();
const page = inScript(await bundle('page/main.js'));
const worker = inScript(await bundle('page/worker.js'));
const compressed = deflateRawSync(readFileSync(engine), { level: 9 }).toString('base64');
const hash = (/** @type {string} */ text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// Nothing may be fetched: what the page needs is in it.
const policy = [
  `default-src 'none'`,
  `script-src ${hash(page)} 'wasm-unsafe-eval'`,
  `worker-src blob:`,
  `style-src ${hash(style)}`,
  `style-src-attr 'unsafe-inline'`,
  `connect-src 'none'`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');

const html = readFileSync(here('page/index.html'), 'utf8')
  .replace(
    '</title>',
    () => `</title><meta http-equiv="Content-Security-Policy" content="${policy}" /><style>${style}</style>`,
  )
  .replace(
    '</body>',
    () =>
      `<script type="text/plain" id="engine">${compressed}</script>` +
      `<script type="text/plain" id="worker">${worker}</script>` +
      `<script>${page}</script></body>`,
  )
  .replace(/\n\s+/g, '\n');
writeFileSync(output, html);
