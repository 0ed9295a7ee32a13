import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { settled } from './paints.ts';

const pagesFolder = join(import.meta.dirname, '../../../services/console/ui/pages');

/** The paths of all routes, such as `/members/$memberId`. */
const paths = readdirSync(pagesFolder)
  .map((page) => readFileSync(join(pagesFolder, page, 'route.ts'), 'utf8'))
  .flatMap((text) => [...text.matchAll(/ path: '(.+)'/g)].map(([, path = '']) => path));

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
  let drawn = 0;
  const draw = async (path: string, name: string): Promise<void> => {
    await open(path);
    for (const { theme, width } of looks) {
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: join(folder, `${name}-${width.toString()}-${theme}.png`),
        fullPage: true,
      });
      drawn += 1;
    }
  };
  for (const path of paths) {
    const [list = '', rest] = path.split(/\/\$\w+/);
    if (rest === undefined) {
      await draw(path, nameOf(path));
      continue;
    }
    await open(list);
    const [first] = await linksIn(page, `a[href^="${list}/"]:not([href*="/new"])`);
    if (first === undefined) continue;
    const address = first.pathname + rest;
    await draw(address, nameOf(`${list}/one${rest}`));
    for (const { searchParams } of await linksIn(page, 'nav a[href*="tab="]')) {
      const tab = `?tab=${searchParams.get('tab') ?? ''}`;
      await draw(address + tab, nameOf(`${list}/one${tab}`));
    }
  }
  await context.close();
  return drawn;
};

const inTest = (address: string): string => `${address}${address.includes('?') ? '&' : '?'}mode=test`;

const nameOf = (path: string): string => (path === '/' ? 'overview' : path.slice(1).replace(/\W+/g, '-'));

const linksIn = async (page: Page, links: string): Promise<readonly URL[]> => {
  const found = await page.locator(`main ${links}`).all();
  const hrefs = await Promise.all(found.map((link) => link.getAttribute('href')));
  return hrefs.map((href) => new URL(href ?? '', page.url()));
};
