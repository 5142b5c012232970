/** The page in Firefox, by WebDriver BiDi: that it starts, types, counts in its worker, and takes an advised design. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import { pagePath } from './paths.js';

/** @type {import('puppeteer-core').Browser} */
let browser;
before(async () => {
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true });
});
after(() => browser.close());

test('Firefox shows keys, an error, a map and advice', async () => {
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  const textOf = (/** @type {string} */ place) => page.$eval(place, (element) => element.textContent ?? '');
  const type = (/** @type {string} */ text) =>
    page.$eval(
      '#layout',
      (element, value) => {
        /** @type {HTMLTextAreaElement} */ (element).value = value;
        element.dispatchEvent(new Event('input'));
      },
      text,
    );
  await page.goto(`${pathToFileURL(pagePath)}#rows=20000&ask=host+%3D+%3F`);
  await page.waitForSelector('#keys tbody tr');
  await type('{id:05d');
  assert.match(await textOf('#error'), /the template ends within a field/);
  await type('{id:05d}');
  assert.equal(await textOf('#keys tbody tr .key'), '00000');
  await page.waitForSelector('#load canvas');
  await page.click('#advise');
  await page.waitForSelector('#advice .plot', { timeout: 120000 });
  await page.click('#advice tbody tr:last-child button');
  assert.notEqual(await page.$eval('#layout', (element) => /** @type {any} */ (element).value), '{id:05d}');
  assert.deepEqual(complaints, []);
});
