// Runs a program of WASI with the files, the variables and the status of a native one: node wasi.mjs PROGRAM [ARGUMENT…]
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const args = process.argv.slice(2);
const wasi = new WASI({
  version: 'preview1',
  args,
  env: process.env,
  preopens: { '/': '/' },
});
const { instance } = await WebAssembly.instantiate(readFileSync(args[0]), { wasi_snapshot_preview1: wasi.wasiImport });
process.exit(wasi.start(instance));
