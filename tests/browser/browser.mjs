import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';

// What the browser tests share: checks that are counted, and a page that is opened offline.
const {chromium} = createRequire(join(resolve(process.env.PLAYWRIGHT), 'x.js'))('playwright-core');
export const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ['--no-sandbox']});

export const failed = [];
export const check = (fact, holds, detail = '') => {
  if (!holds) failed.push(fact);
  if (!holds || process.env.VERBOSE) console.log(`${holds ? 'ok    ' : 'FAILED'} ${fact}${!holds && detail !== '' ? ': ' + String(detail).slice(0, 600) : ''}`);
};

// Pictures of pages are for people to look at, no check reads them, and they take most of the time: with SCREENSHOTS=1 only.
export const picture = async (of, path, fullPage = true) => {
  if (process.env.SCREENSHOTS) await of.screenshot(fullPage ? {path, fullPage} : {path});
};

// A page that has loaded, with what it asked for and complained about.
export const open = async (url, options) => {
  const context = await browser.newContext({offline: true, ...options});
  const page = await context.newPage();
  const requests = [];
  const complaints = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(url);
  return {page, context, requests, complaints};
};
export const sides_scroll = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
