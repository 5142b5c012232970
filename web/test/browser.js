/** Chromium with the page open. */
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { pagePath } from './paths.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchBrowser = () => chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });

/**
 * Opens the page, and fails at whatever it complains of or fetches.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} [fragment]
 */
export async function openPage(browser, fragment = '') {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) complaints.push(`a request of ${request.url()}`);
  });
  await page.goto(`${pathToFileURL(pagePath)}${fragment === '' ? '' : `#${fragment}`}`);
  await page.locator('#keys tbody tr, #error:not(:empty), #records-error:not(:empty)').first().waitFor();
  return { page, complaints, close: () => context.close() };
}
