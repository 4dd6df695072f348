// What a reader of any page sees: node pages_test.mjs FOLDER SCREENSHOTS, started by ./run. Every page of the folder must
// stand up to the same questions.
import {readdirSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

import {browser, check, failed, open, picture, sides_scroll} from './browser.mjs';

const [folder, screenshots] = process.argv.slice(2);

// Of every panel: parts outside the viewBox, texts on each other, numbers that are none, a missing name.
const faults_of_panels = (page) => page.$$eval('svg.panel', (all) => all.flatMap((panel) => {
  const box = panel.getBoundingClientRect();
  const name = panel.getAttribute('aria-label') ?? panel.querySelector('title')?.textContent;
  const faults = [];
  if (!name || (panel.querySelector('desc')?.textContent ?? '').length < 20) faults.push('a panel without name or description');
  const markup = panel.innerHTML.replace(/<desc.*?<\/desc>/gs, '').replace(/data-\w+="[^"]*"/g, '').replace(/>[^<]*</g, '><');
  if (/NaN|undefined|[^a-z]inf[^a-z]|nan/.test(markup)) faults.push(`${name}: a number that is none`);
  for (const part of panel.querySelectorAll('text, .dot, .bar-fill, .whisker, .stem, .feasible, .bound')) {
    const at = part.getBoundingClientRect();
    const outside = at.left < box.left - 2 || at.right > box.right + 2 || at.top < box.top - 2 || at.bottom > box.bottom + 2;
    if (at.width > 0 && outside) faults.push(`${name}: outside: ${part.textContent || part.outerHTML}`);
  }
  const texts = [...panel.querySelectorAll('text:not(.inside):not(.outside)')].map((t) => [t.textContent, t.getBoundingClientRect()]);
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 5 || b.bottom <= a.top + 5;
  texts.forEach(([a, at], i) => texts.slice(i + 1).forEach(([b, bt]) => apart(at, bt) || faults.push(`${name}: ${a} lies on ${b}`)));
  return faults;
}));

const pages = readdirSync(folder).filter((file) => file.endsWith('.html')).sort();
check('there are pages', pages.length > 0);
for (const file of pages) {
  const url = pathToFileURL(resolve(folder, file)).href;
  const shot = (name) => join(screenshots, file.replace('.html', `_${name}.png`));
  const wide = await open(url, {viewport: {width: 1280, height: 900}});
  const {page} = wide;
  check(`${file}: no panel has a fault`, (await faults_of_panels(page)).length === 0, (await faults_of_panels(page)).join(' / '));
  const figures = await page.$$eval('figure.figure', (all) => all.map((figure) => figure.id));
  check(`${file}: figures are numbered in order`, figures.every((id, i) => id === `fig${i + 1}`), figures.join(' '));
  check(`${file}: the answer stands at the top`, (await page.locator('h1').innerText()).length > 5 && await page.locator('.lead').count() === 1);
  check(`${file}: it does not scroll sideways`, await sides_scroll(page) <= 0);
  const scopes = await page.$$eval('th', (all) => all.filter((th) => !th.hasAttribute('scope')).length);
  check(`${file}: every heading of a table says what it heads`, scopes === 0);
  const verdicts = await page.$$eval('.verdict', (all) => all.map((one) => one.textContent));
  check(`${file}: verdicts are words`, verdicts.every((text) => /[a-z]{3}/.test(text)), verdicts.join(' '));
  const tip = page.locator('.tip');
  const mark = page.locator('svg.panel .mark .hit').first();
  if (await mark.count()) {
    await mark.hover({force: true});
    check(`${file}: pointing at a mark shows its value`, await tip.isVisible() && /\d/.test(await tip.innerText()));
  }
  const lines = page.locator('svg[data-panel]').first();
  if (await lines.count()) {
    await lines.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    check(`${file}: the arrow keys walk through the steps`, /step \d+/.test(await tip.innerText()), await tip.innerText());
    await page.keyboard.press('Escape');
  }
  for (const id of figures) {
    const button = page.locator(`#${id} .legend button`).first();
    if (!await button.count()) continue;
    const series = page.locator(`#${id} .panels .s${await button.getAttribute('data-slot')}`);
    const visible = () => series.evaluateAll((all) => all.filter((one) => one.getClientRects().length > 0).length);
    const before = await visible();
    await button.click();
    check(`${file}: the legend of ${id} hides a series`, before > 0 && await visible() === 0, before);
    await button.click();
    check(`${file}: the legend of ${id} shows it again`, await visible() === before);
  }
  await page.mouse.move(2, 2);
  await picture(page, shot('light'));
  check(`${file}: nothing was asked of the network`, wide.requests.every((asked) => asked === url), wide.requests.join(' '));
  check(`${file}: nothing was complained about`, wide.complaints.length === 0, wide.complaints.join(' / '));
  await wide.context.close();

  const dark = await open(url, {viewport: {width: 1280, height: 900}, colorScheme: 'dark'});
  await picture(dark.page, shot('dark'));
  await dark.context.close();

  const phone = await open(url, {viewport: {width: 360, height: 780}, hasTouch: true, deviceScaleFactor: 2});
  check(`${file}: it does not scroll sideways on a phone`, await sides_scroll(phone.page) <= 0, await sides_scroll(phone.page));
  const faults = await faults_of_panels(phone.page);
  check(`${file}: no panel has a fault on a phone`, faults.length === 0, faults.join(' / '));
  const sizes = await phone.page.$$eval('svg.panel text', (all) => all.map((text) => text.getBoundingClientRect().height));
  check(`${file}: labels are readable on a phone`, sizes.every((size) => size >= 9), Math.min(...sizes));
  check(`${file}: nothing was complained about on a phone`, phone.complaints.length === 0, phone.complaints.join(' / '));
  await picture(phone.page, shot('phone'));
  await phone.context.close();

  const plain = await open(url, {viewport: {width: 1280, height: 900}, javaScriptEnabled: false});
  check(`${file}: it says everything without its script`, await plain.page.locator('svg.panel > title').count() === await plain.page.locator('svg.panel').count());
  await plain.context.close();
}

await browser.close();
console.log(failed.length === 0 ? `all checks passed on ${pages.length} pages` : `${failed.length} checks FAILED`);
process.exit(failed.length === 0 ? 0 : 1);
