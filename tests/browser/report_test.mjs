// What a reader of the report sees: node report_test.mjs REPORT.html SCREENSHOTS, started by ./run.
import {statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

import {browser, check, failed, open, picture, sides_scroll} from './browser.mjs';

const [report, screenshots] = process.argv.slice(2);

const url = pathToFileURL(resolve(report)).href;

const name = (file) => join(screenshots, file);

const {page, requests, complaints, context} = await open(url, {viewport: {width: 1280, height: 900}});

const figures = await page.$$eval('figure.figure', (all) => all.map((figure) => {
  const seen = (shape) => {
    const box = shape.getBBox();
    return box.width > 0 || box.height > 0;
  };
  const panels = [...figure.querySelectorAll('svg.panel')];
  const marks = (panel) => [...panel.querySelectorAll('path.trace, .dot')].filter((m) => m.getClientRects().length);
  return {
    id: figure.id,
    panels: panels.length,
    empty: panels.filter((panel) => marks(panel).length === 0 || !marks(panel).every(seen)).length,
    nan: panels.filter((panel) => /NaN|undefined|inf/.test(panel.innerHTML.replace(/<desc.*?<\/desc>/g, ''))).length,
    named: panels.every((panel) => panel.getAttribute('role') === 'img' && panel.getAttribute('aria-label') &&
                                   panel.querySelector('desc').textContent.length > 20),
    rows: figure.querySelectorAll('details table tbody tr').length,
  };
}));
check('there are four or five figures', [4, 5].includes(figures.length), figures.length);
for (const figure of figures) {
  check(`${figure.id} has drawn marks in each of its ${figure.panels} panels`, figure.panels > 0 && figure.empty === 0);
  check(`${figure.id} has no number that is none`, figure.nan === 0);
  check(`${figure.id} has names and descriptions for a screen reader`, figure.named);
  check(`${figure.id} is there as a table`, figure.rows > 0);
}
const misplaced = await page.$$eval('svg.panel', (all) => all.flatMap((panel) => {
  const box = panel.getBoundingClientRect();
  const outside = (at) => at.width > 0 && (at.left < box.left - 4 || at.right > box.right + 4 || at.bottom > box.bottom + 4);
  return [...panel.querySelectorAll('text, .dot')].filter((part) => outside(part.getBoundingClientRect()))
      .map((part) => part.textContent || part.outerHTML);
}));
check('no text and no mark lies outside its panel', misplaced.length === 0, misplaced.join(' / '));
const overlapping = await page.$$eval('svg.panel', (all) => all.flatMap((panel) => {
  const texts = [...panel.querySelectorAll('text:not(.inside):not(.outside)')];
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 5 || b.bottom <= a.top + 5;
  return texts.flatMap((a, i) => texts.slice(i + 1)
      .filter((b) => !apart(a.getBoundingClientRect(), b.getBoundingClientRect()))
      .map((b) => `${a.textContent} and ${b.textContent}`));
}));
check('no two texts of a panel lie on each other', overlapping.length === 0, overlapping.join(' / '));
const claims = await page.$$eval('.claims tbody tr', (rows) => rows.map((row) => row.querySelector('.verdict')?.innerText));
check('every claim has a verdict in words', claims.every((text) => /holds|fails|undecided/.test(text ?? '')));
check('the page does not scroll sideways at 1280', await sides_scroll(page) <= 0);

// Pointing at a figure.
const tip = page.locator('.tip');
const middle = async (locator) => {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
for (const id of ['fig1', 'fig2']) {
  await page.mouse.move(...await middle(page.locator(`#${id} svg.panel`).first()));
  const text = await tip.innerText();
  check(`pointing at ${id} shows a step and a value`, await tip.isVisible() && /step \d+[^]*\d/.test(text), text);
  check(`pointing at ${id} puts a cross-hair into every panel`,
        await page.locator(`#${id} .crosshair`).count() === await page.locator(`#${id} svg.panel`).count());
  if (id === 'fig2') await picture(page, name('hover.png'), false);
}
for (const id of figures.slice(2).map((figure) => figure.id)) {
  await page.mouse.move(...await middle(page.locator(`#${id} .mark .dot`).first()));
  check(`pointing at ${id} shows a value`, await tip.isVisible() && /\d/.test(await tip.innerText()));
}
await page.mouse.move(2, 2);
check('pointing elsewhere hides the values', !await tip.isVisible());
await page.locator('#fig1 svg.panel').first().focus();
await page.keyboard.press('Home');
await page.keyboard.press('ArrowRight');
check('the arrow keys walk through the steps', /step 2\b/.test(await tip.innerText()), await tip.innerText());
await page.keyboard.press('Escape');

// The legend.
for (const {id} of figures) {
  const button = page.locator(`#${id} .legend button[aria-pressed=true]`).first();
  const slot = await button.getAttribute('data-slot');
  const series = page.locator(`#${id} .panels .s${slot}`);
  const visible = () => series.evaluateAll((all) => all.filter((one) => one.getClientRects().length > 0).length);
  const before = await visible();
  await page.locator(`#${id} .legend button`).first().click();
  const after = await visible();
  const pressed = await page.locator(`#${id} .legend button`).first().getAttribute('aria-pressed');
  check(`the legend of ${id} hides a series`, before > 0 && after === 0 && pressed === 'false', `${before} -> ${after}`);
  await page.locator(`#${id} .legend button`).first().focus();
  await page.keyboard.press('Enter');
  check(`the legend of ${id} shows it again from the keyboard`, await visible() === before);
}
const others = page.locator('#fig1 .legend button[aria-pressed=false]');
if (await others.count()) {
  await others.first().click();
  check('the other seeds can be shown', await page.locator('#fig1 .faint').first().isVisible());
  await picture(page.locator('#fig1'), name('other_seeds.png'), false);
  await page.locator('#fig1 .legend button[data-slot="9"]').click();
}

await page.mouse.move(2, 2);
await picture(page, name('light.png'));
await page.pdf({path: name('print.pdf'), format: 'A4'});
check('it prints', statSync(name('print.pdf')).size > 10000);
check('nothing was asked of the network', requests.every((asked) => asked === url), requests.join(' '));
check('nothing was complained about', complaints.length === 0, complaints.join(' / '));
await context.close();

// In the dark, and on a phone.
const brightness = (element) => {
  const [r, g, b] = getComputedStyle(element).backgroundColor.match(/\d+/g).map(Number);
  return (r + g + b) / 3;
};
const dark = await open(url, {viewport: {width: 1280, height: 900}, colorScheme: 'dark'});
check('it is dark in the dark', await dark.page.locator('body').evaluate(brightness) < 60);
await picture(dark.page, name('dark.png'));
await dark.context.close();
for (const width of [360, 768]) {
  const small = await open(url, {viewport: {width, height: 780}, hasTouch: true, deviceScaleFactor: 2});
  check(`it does not scroll sideways at ${width}`, await sides_scroll(small.page) <= 0, await sides_scroll(small.page));
  const size = await small.page.locator('#fig1 .tick').first().evaluate((text) => text.getBoundingClientRect().height);
  check(`axis labels are readable at ${width}`, size >= 9, size);
  await small.page.locator('#fig1 svg.panel').first().tap();
  check(`a tap shows values at ${width}`, await small.page.locator('.tip').isVisible());
  await small.page.mouse.move(1, 1);
  await picture(small.page, name(`width_${width}.png`));
  check(`nothing was complained about at ${width}`, small.complaints.length === 0, small.complaints.join(' / '));
  await small.context.close();
}

await browser.close();
console.log(failed.length === 0 ? 'all checks passed' : `${failed.length} checks FAILED`);
process.exit(failed.length === 0 ? 0 : 1);
