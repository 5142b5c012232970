/** The page in a browser: the five interactions, and what hostile links and files may not do. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createRequire } from 'node:module';
import { launchBrowser, openPage } from './browser.js';
import { listing } from './layouts.js';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/**
 * @param {string} name
 * @param {string} fragment
 * @param {(page: import('playwright-core').Page) => Promise<void>} act
 */
function inPage(name, fragment, act) {
  test(name, async () => {
    const { page, complaints, close } = await openPage(browser, fragment);
    await act(page);
    assert.deepEqual(complaints, []);
    await close();
  });
}

/** @param {import('playwright-core').Page} page */
const firstKey = (page) => page.locator('#keys tbody tr').first().locator('.key').textContent();

/** @param {import('playwright-core').Page} page @param {string} name @param {string | Buffer} text */
async function dropFile(page, name, text) {
  await page.selectOption('#records-kind', 'text');
  await page.setInputFiles('#file', { name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

inPage('what is typed shows at once, and an error under its byte', '', async (page) => {
  await page.fill('#layout', '{id:05d}');
  assert.equal(await firstKey(page), '00000');
  await page.fill('#layout', '{id:05d');
  assert.match(
    (await page.textContent('#error')) ?? '',
    /the template ends within a field\n\{id:05d\n {7}\^ expected }/,
  );
  assert.equal(await page.locator('#coloured .wrong').count(), 1);
  await page.fill('#layout', '{md5(id) % 4:a}{id:u64}');
  await page.locator('#load code', { hasText: '{md5(id) % 4:a}{id:u64}' }).waitFor();
});

inPage('a file that is dropped gives its columns and keys', 'layout=%7Bname%7D%7C%7Bid%3Au32%7D', async (page) => {
  await dropFile(page, 'people.csv', 'id,name,at\n1,"São ""P""",2024-01-01T00:00:00Z\n2,b,2024-01-02T00:00:00Z\n');
  await page.locator('#found code', { hasText: 'id:u64, name:text, at:time(s)' }).waitFor();
  assert.equal(await firstKey(page), 'São "P"|\\x00\\x00\\x00\\x01');
  await page.check('#in-key-order');
  assert.equal(await firstKey(page), 'São "P"|\\x00\\x00\\x00\\x01');
});

inPage(
  'types are those of the whole file, also where the page shows its beginning',
  'layout=%7Bid%7D',
  async (page) => {
    const rows = Array.from({ length: 1500000 }, (_, i) => `${1e10 + i},x`).join('\n');
    await dropFile(page, 'long.csv', `id,name\n${rows}\n`);
    await page.locator('#found code', { hasText: 'id:u64, name:text' }).waitFor();
    await dropFile(page, 'long.csv', `id,name\n${rows}\nlast,x\n`);
    await page.locator('#found code', { hasText: 'id:text, name:text' }).waitFor();
    assert.equal(await firstKey(page), '10000000000');
  },
);

inPage('a file of 200 MB is counted to its last row', 'layout=%7Bts%3Au64%7D%7Bhost%7D', async (page) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowkey-page-'));
  const path = join(folder, 'large.csv');
  try {
    writeFileSync(path, 'host,ts,event\n');
    for (let i = 0; i < 7e6; i += 1e5) {
      const rows = Array.from({ length: 1e5 }, (_, k) => `host${k % 97},${1e12 + i + k},event${k % 7}`);
      appendFileSync(path, `${rows.join('\n')}\n`);
    }
    await page.selectOption('#records-kind', 'text');
    await page.setInputFiles('#file', path);
    await page.locator('#load figcaption', { hasText: '7,000,000 rows' }).first().waitFor({ timeout: 120000 });
    assert.equal(await page.textContent('#records-error'), '');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inPage('a file beyond the memory of the worker is refused, and nothing is lost', 'layout=%7Bid%7D', async (page) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowkey-page-'));
  const path = join(folder, 'huge.csv');
  try {
    // More rows than the page itself reads, and a hole up to a size that the engine can name, but not hold.
    writeFileSync(path, `id,name\n${'7,x\n'.repeat(8e6)}`);
    truncateSync(path, 4.2e9);
    await page.selectOption('#records-kind', 'text');
    await page.setInputFiles('#file', path);
    await page.locator('#records-error', { hasText: /^out of memory$/ }).waitFor();
    assert.equal(await firstKey(page), '7');
    await page.fill('#layout', '{id:03d}{name}');
    assert.equal(await firstKey(page), '007x');
    // The worker takes what fits as if nothing had been.
    await dropFile(page, 'small.csv', 'id,name\n8,y\n9,z\n');
    await page.locator('#load figcaption', { hasText: '2 rows' }).first().waitFor();
    assert.equal(await page.textContent('#records-error'), '');
    assert.equal(await firstKey(page), '008y');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inPage('typing while a file is read does not lose the file', 'layout=%7Bid%7D', async (page) => {
  const rows = Array.from({ length: 2e6 }, (_, i) => `${1e10 + i},x`).join('\n');
  await dropFile(page, 'long.csv', `id,name\n${rows}\n`);
  await page.locator('#found code', { hasText: 'id:u64' }).waitFor();
  await page.fill('#layout', '{id:u64}');
  await page.locator('#load figcaption', { hasText: '2,000,000 rows' }).first().waitFor();
  assert.match((await page.textContent('#load-error')) ?? '', /^beside: there is no column ts/);
});

inPage('a wrong column type says so, and the right one mends it', 'layout=%7Bts%7D', async (page) => {
  await dropFile(page, 'times.csv', 'ts,id\n2024-01-01T00:00:00Z,1\n');
  await page.locator('#keys tbody tr').first().waitFor();
  await page.fill('#columns', 'ts:time(s),id:u6');
  await page.locator('#records-error:not(:empty)').waitFor();
  await page.fill('#layout', '{id}');
  await page.fill('#columns', 'ts:time(s),id:u64');
  await page.locator('#keys tbody tr').first().waitFor();
  assert.equal(await firstKey(page), '1');
});

inPage('undo brings back the file as well, and lines and JSON need no header', 'layout=%7Bid%7D', async (page) => {
  await dropFile(page, 'one.csv', 'id\n7\n');
  await page.locator('#keys tbody tr:first-child .key', { hasText: /^7$/ }).waitFor();
  await dropFile(page, 'two.jsonl', '{"id": 8}\n');
  await page.fill('#columns', 'id:u64');
  await page.locator('#keys tbody tr:first-child .key', { hasText: /^8$/ }).waitFor();
  await page.click('#undo');
  await page.click('#undo');
  await page.locator('#keys tbody tr:first-child .key', { hasText: /^7$/ }).waitFor();
  await page.selectOption('#format', 'lines');
  await page.fill('#columns', 'id:text');
  await page.locator('#keys tbody tr:first-child .key', { hasText: /^id$/ }).waitFor();
  assert.equal(await page.locator('#keys tbody tr').count(), 2);
});

inPage('a question shows its ranges and lights its regions', '', async (page) => {
  await page.fill('#questions', 'host = ?\nts in last 1000\nhost in (');
  const items = page.locator('#answers > li');
  assert.match(
    (await items.nth(0).textContent()) ?? '',
    /host = \? → host = "host\d+"1 range in 1 of 16 regions, exact/,
  );
  assert.match((await items.nth(1).textContent()) ?? '', /16 ranges in 16 of 16 regions/);
  assert.match((await items.nth(2).textContent()) ?? '', /expected/);
  const asked = async () => /host = "(host\d+)"/.exec((await items.nth(0).textContent()) ?? '')?.[1];
  const hostOf = (/** @type {number} */ row) => page.locator('#keys tbody tr').nth(row).textContent();
  const hosts = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(hostOf));
  const last = await asked();
  const other = hosts.findIndex((host) => !host?.includes(`${last}`));
  await page.locator('#keys tbody tr').nth(other).click();
  assert.equal(await page.inputValue('#asking-row'), String(other));
  assert.notEqual(await asked(), last);
  assert.ok(hosts[other]?.includes(`${await asked()}`));
  await page.fill('#asking-row', '');
  assert.equal(await asked(), last);
  await page.focus('#asking-row');
  await page.keyboard.type(String(other));
  assert.ok(hosts[other]?.includes(`${await asked()}`));
  await page.locator('#load canvas').first().waitFor();
  await items.nth(0).focus();
  assert.equal(await page.locator('.lit-regions .lit').count(), 1);
});

inPage('an advised design is taken with a click, and undone', 'rows=20000&ask=host+%3D+%3F', async (page) => {
  const mine = await page.inputValue('#layout');
  await page.click('#advise');
  const taken = page.locator('#advice tbody tr', { hasText: '★' });
  await taken.waitFor({ timeout: 120000 });
  const layout = await taken.locator('code').textContent();
  await taken.locator('button').click();
  assert.equal(await page.inputValue('#layout'), layout);
  await page.click('#undo');
  assert.equal(await page.inputValue('#layout'), mine);
  await page.click('#redo');
  assert.equal(await page.inputValue('#layout'), layout);
});

test('a link opens the same page', async () => {
  const { page, complaints, close } = await openPage(browser);
  await page.selectOption('#records-kind', 'text');
  await page.fill('#pasted', 'id,name\n7,x\n8,<b>y</b>\n');
  await page.fill('#layout', '{id:u8}{name}');
  await page.fill('#regions', '4');
  await page.click('#copy-link');
  await page.locator('#copied', { hasText: 'Link copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const opened = await openPage(browser, link.slice(link.indexOf('#') + 1));
  for (const id of ['#layout', '#regions', '#pasted'])
    assert.equal(await opened.page.inputValue(id), await page.inputValue(id), id);
  assert.equal(await firstKey(opened.page), '\\x07x');
  assert.deepEqual([...complaints, ...opened.complaints], []);
  await close();
  await opened.close();
});

inPage('every named layout comes with rows of its columns, and makes keys', '', async (page) => {
  const names = await page.$$eval('#named option', (all) => all.map((one) => /** @type {any} */ (one).value));
  /** @type {string[]} */
  const without = [];
  for (const name of names.filter((one) => one !== '')) {
    await page.selectOption('#named', name);
    const shown = page.locator(
      '#keys tbody tr, #error:not(:empty), #records-error:not(:empty), #keys-error:not(:empty)',
    );
    await shown.first().waitFor();
    if ((await page.locator('#keys tbody tr').count()) === 0)
      without.push(
        `${name}: ${await page.textContent('#error')}${await page.textContent('#records-error')}${await page.textContent('#keys-error')}`,
      );
  }
  assert.deepEqual(without, []);
});

inPage('a key is taken apart', '', async (page) => {
  await page.fill('#pasted-key', '07|host47|\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x09');
  assert.match((await page.textContent('#taken-apart')) ?? '', /ts = 9, host = host47$/);
  await page.fill('#pasted-key', '07|host48|');
  assert.match((await page.textContent('#taken-apart')) ?? '', /expected/);
});

inPage('the command that is copied is the tool’s', '', async (page) => {
  await page.click('#copy');
  await page.locator('#copied', { hasText: 'Copied' }).waitFor();
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    "rowkey simulate --layout '{md5(host) % 16:02d}|{host}|{ts:u64}' --layout '{ts:u64}|{host}' --regions 16 --writers 8 " +
      "--source 'timestamps(hosts=100,rate=1000)' --rows 200000",
  );
});

const LISTING = listing(['04', '08', '\\x5C\\xFF'], ['rs-b,16020,1', 'rs-a,16020,2', 'rs-b,16020,1', 'rs-c,16020,3']);

test('regions and servers of a cluster are pasted, linked, copied and dropped', async () => {
  const { page, complaints, close } = await openPage(browser);
  const told = (/** @type {string} */ text) => page.locator('#load figcaption', { hasText: text }).first().waitFor();
  await page.click('#listed summary');
  await page.fill('#listing', LISTING);
  await told('of 3 servers active');
  await told('most rows in all: rs-b,16020,1');
  // They do not depend on the layout: whoever types it sees them.
  const summary = () => page.textContent('#splits-summary');
  assert.equal(await summary(), '3 split points');
  const typed = await page.evaluate((template) => {
    const area = /** @type {HTMLTextAreaElement} */ (window.document.querySelector('#layout'));
    [area.value, template] = [template, area.value];
    area.dispatchEvent(new window.Event('input'));
    const shown = window.document.querySelector('#splits-summary')?.textContent;
    area.value = template;
    area.dispatchEvent(new window.Event('input'));
    return shown;
  }, '{host}');
  assert.equal(typed, '3 split points');
  assert.match((await page.locator('#answers > li').first().textContent()) ?? '', /in 1 of 4 regions/);
  assert.ok(await page.isDisabled('#regions'));
  assert.deepEqual([await page.inputValue('#regions'), await page.inputValue('#servers')], ['4', '3']);
  await page.click('#copy');
  await page.locator('#copied', { hasText: 'Copied' }).waitFor();
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    / --splits pasted-regions.txt --splits-form list_regions --placement pasted-regions.txt --writers 8 /,
  );
  await page.click('#copy-link');
  await page.locator('#copied', { hasText: 'Link copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const opened = await openPage(browser, link.slice(link.indexOf('#') + 1));
  await opened.page.locator('#load figcaption', { hasText: 'of 3 servers active' }).first().waitFor();
  assert.equal(await opened.page.inputValue('#listing'), LISTING);
  await opened.close();

  await page.fill('#placement', 'round-robin');
  await told('of 16 regions active');
  assert.ok(await page.isEnabled('#regions'));
  assert.equal(await page.inputValue('#regions'), '16');
  await page.setInputFiles('#listing-file', {
    name: 'two.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('nothing'),
  });
  await page.locator('#load-error', { hasText: 'the list of regions, line 1: there is no table of regions' }).waitFor();
  assert.equal(await page.inputValue('#placement'), 'two.txt');
  const transfer = await page.evaluateHandle(
    (text) => {
      const transfer = new window.DataTransfer();
      transfer.items.add(new File([text], 'three.txt'));
      return transfer;
    },
    LISTING.replaceAll('rs-a', 'rs-d'),
  );
  await page.dispatchEvent('#load', 'drop', { dataTransfer: transfer });
  await page.locator('#load-error:empty').waitFor({ state: 'attached' });
  assert.equal(await page.inputValue('#placement'), 'three.txt');
  await page.setInputFiles('#listing-file', { name: 'shuffle', mimeType: '', buffer: Buffer.from(LISTING) });
  const placement = () => page.inputValue('#placement');
  while ((await placement()) === 'three.txt') await page.waitForTimeout(20);
  assert.equal(await placement(), './shuffle');
  await told('most rows in all: rs-b,16020,1');
  // While a listing is read and counted nobody knows the regions; what cannot be read is said.
  await page.evaluate(() => {
    window.Blob.prototype.text = () => Promise.reject(new Error('is gone'));
  });
  await page.setInputFiles('#listing-file', { name: 'gone.txt', mimeType: '', buffer: Buffer.from(LISTING) });
  await page.locator('#load-error', { hasText: 'gone.txt cannot be read: is gone' }).waitFor();
  assert.equal(await placement(), './shuffle');
  const shown = await page.evaluate(
    (listing) => {
      const area = /** @type {HTMLTextAreaElement} */ (window.document.querySelector('#listing'));
      area.value = listing;
      area.dispatchEvent(new window.Event('input'));
      return ['#splits-summary', '#answers > li p'].map((where) => window.document.querySelector(where)?.textContent);
    },
    LISTING.replaceAll('rs-a', 'rs-e'),
  );
  assert.equal(shown[0], 'Split points');
  assert.match(shown[1] ?? '', /^1 range, exact: /);
  await page.fill('#listing', '');
  await told('of 16 regions active');
  assert.equal(await page.inputValue('#placement'), 'round-robin');
  assert.deepEqual(complaints, []);
  await close();
});

inPage('a question tells how many of the rows that it reads are wanted', '', async (page) => {
  await page.fill('#layout', '{host}');
  await page.fill('#questions', 'host = ?, ts < ?');
  const text = (await page.textContent('#answers p.faint')) ?? '';
  const [, read, wanted] = /^(\d+) rows read, (\d+) wanted, of the 10,000/.exec(text) ?? [];
  assert.ok(Number(wanted) > 1 && Number(wanted) === Number(read) - 1, text);
});

const MARKUP = '<img src=x onerror=alert(1)><script>alert(2)</script>';

inPage(
  'markup in a link stays text',
  new URLSearchParams({
    layout: MARKUP,
    beside: MARKUP,
    source: MARKUP,
    columns: MARKUP,
    ask: MARKUP,
    placement: MARKUP,
    listing: LISTING.replaceAll('rs-a', MARKUP),
    file: MARKUP,
  }).toString(),
  async (page) => {
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.notEqual(await page.textContent('#records-error'), '');
  },
);

inPage('markup in a file stays text', 'layout=%7Ba%7D', async (page) => {
  await dropFile(page, `${MARKUP}.csv`, `a,${MARKUP}\n${MARKUP},${MARKUP}\n`);
  await page.locator('#keys tbody tr').first().waitFor();
  assert.equal(await page.locator('main img, main script').count(), 0);
  assert.match((await firstKey(page)) ?? '', /^<img/);
});

inPage('a file that is not text, or has too many columns, is said to be wrong', '', async (page) => {
  await dropFile(page, 'bytes.csv', Buffer.from([0xff, 0xfe, 0, 10, 34, 10, 34, 34, 34, 10]));
  await page.locator('#records-error:not(:empty)').waitFor();
  await dropFile(page, 'wide.csv', `${Array.from({ length: 100000 }, (_, i) => `c${i}`).join(',')}\n`);
  await page.locator('#records-error', { hasText: /column/ }).waitFor();
  await page.selectOption('#records-kind', 'made');
  await page.locator('#keys tbody tr').first().waitFor();
});

inPage('axe finds nothing to complain of', `placement=a&${new URLSearchParams({ listing: LISTING })}`, async (page) => {
  await page.locator('#load canvas').first().waitFor();
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8'));
  const { violations } = await page.evaluate(() =>
    /** @type {any} */ (window).axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'] }),
  );
  assert.deepEqual(
    violations.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes.map((/** @type {any} */ node) => node.html.slice(0, 80)).join(' | ')}`,
    ),
    [],
  );
});
