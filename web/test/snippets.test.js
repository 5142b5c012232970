/** What the page copies: programs that compile, and words that a shell takes as they are. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createCommand, cSnippet, shellWord } from '../page/snippets.js';
import { formatLink, firstState, History, parseLink } from '../page/state.js';

const AWKWARD = `{host}"\\\t'$(x) é\\x00??/`;

test('the snippet of C compiles, and has the template’s bytes', () => {
  const program = `#define ROWKEY_EXPERIMENTAL
#include <rowkey/schema.h>
#include <string.h>
int main(void) {
  rowkey_error error;
  ${cSnippet(AWKWARD, 'host:text').replaceAll('\n', '\n  ')}
  return layout == NULL && sizeof template - 1 == ${Buffer.byteLength(AWKWARD)};
}`;
  const include = fileURLToPath(new URL('../../include', import.meta.url));
  const { status, stderr } = spawnSync(
    'cc',
    ['-std=c11', '-Wall', '-Werror', '-fsyntax-only', `-I${include}`, '-xc', '-'],
    {
      input: program,
      encoding: 'utf8',
    },
  );
  assert.equal(status, 0, stderr);
});

test('a shell reads words as they were', () => {
  for (const word of [AWKWARD, '', 'plain', "it's", '*', '$HOME', 'a\nb']) {
    const { stdout } = spawnSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' });
    assert.equal(stdout, word);
  }
});

test('HBase’s shell gets points between double quotes', () => {
  assert.equal(createCommand(['3031', '00225c23']), `create 'TABLE', 'cf', SPLITS => ["01", "\\x00\\x22\\x5C\\x23"]`);
});

test('a link brings back what it was made of, and ignores what it does not know', async () => {
  const state = { ...structuredClone(firstState), layout: AWKWARD, regions: 7, inKeyOrder: true };
  Object.assign(state.records, { kind: 'text', name: 'pasted', format: 'tsv', header: false });
  const { records, ...opened } = parseLink(`#${formatLink(state, 'a\tb\n')}`);
  assert.equal(await records.file?.text(), 'a\tb\n');
  assert.deepEqual({ ...opened, records: { ...records, file: null } }, state);
  assert.deepEqual(parseLink(''), firstState);
  assert.deepEqual(parseLink('regions=x&rows=-1&input=exe&unknown=1&sorted=2'), firstState);
  assert.equal(parseLink('regions=4294967300').regions, 2 ** 32 - 1);
});

test('states that can be undone share their texts', () => {
  const history = new History();
  const states = [1, 2, 3].map((regions) => ({ ...firstState, regions, listing: `${regions}` }));
  history.note(states[0]);
  history.note(states[1]);
  assert.equal(history.undo(states[2]), states[1]);
  assert.equal(history.undo(states[1]), states[0]);
  assert.equal(history.redo(states[0]), states[1]);
  assert.equal(history.redo(states[1]), states[2]);
});
