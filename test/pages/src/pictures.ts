import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { settled } from './paints.ts';

/** Each with the pages of the first thing that it lists. */
const lists: Readonly<Record<string, readonly string[]>> = {
  '/members': ['', '?tab=receipts', '?tab=rewards', '?tab=events', '?tab=consents', '?tab=figures'],
  '/campaigns': ['', '/edit'],
  '/segments': ['', '/edit'],
  '/tiers': [''],
  '/events': ['', '/edit'],
  '/webhooks': [''],
  '/keys': [''],
};

const others = [
  '/',
  '/members/exceptions',
  '/campaigns/new',
  '/segments/new',
  '/tiers/new',
  '/events/new',
  '/rewards',
  '/why',
  '/logs',
  '/audit-log',
  '/settings',
];

const looks = ['light', 'dark'].flatMap((theme) => [1_360, 390].map((width) => ({ theme, width })));

/** Draws every page of the test environment as PNG, in both themes, wide and as on a phone; returns their number. */
export const drawPages = async (browser: Browser, url: string, folder: string): Promise<number> => {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const open = async (path: string): Promise<void> => {
    await page.goto(inTest(url + path));
    await settled(page);
  };
  const draw = async (path: string, name: string): Promise<void> => {
    await open(path);
    for (const { theme, width } of looks) {
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: join(folder, `${name}-${width.toString()}-${theme}.png`),
        fullPage: true,
      });
    }
  };
  let drawn = others.length;
  for (const path of others) await draw(path, nameOf(path));
  for (const [list, pages] of Object.entries(lists)) {
    await draw(list, nameOf(list));
    const first = await firstIn(page, list);
    drawn += 1;
    if (first === null) continue;
    for (const part of pages) await draw(`${first}${part}`, nameOf(`${list}/one${part}`));
    drawn += pages.length;
  }
  await context.close();
  return drawn * looks.length;
};

const inTest = (address: string): string => `${address}${address.includes('?') ? '&' : '?'}mode=test`;

const nameOf = (path: string): string => (path === '/' ? 'overview' : path.slice(1).replace(/\W+/g, '-'));

/** The path of the first thing that a list has a link to; null of an empty one. */
const firstIn = async (page: Page, list: string): Promise<string | null> => {
  const links = page.locator(`main a[href^="${list}/"]:not([href*="/new"])`);
  const href = (await links.count()) === 0 ? null : await links.first().getAttribute('href');
  return href?.replace(/\?.*/, '') ?? null;
};
