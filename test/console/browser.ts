import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { isRequired } from '@loyalty/testkit/runs';
import { recordWindow } from './received.ts';

// eslint-disable-next-line n/no-process-env -- the machine, not a config.ts, says where its browser is
const given = process.env['CHROMIUM'];

const pathOf = (program: string): string =>
  spawnSync('sh', ['-c', 'command -v "$0"', program], { encoding: 'utf8' }).stdout.trim();

const browserPath = [given ?? '', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  .map((program) => (program === '' ? '' : pathOf(program)))
  .find((path) => path !== '');

/** Skips with one line where this machine has no Chromium; with `LOYALTY_REQUIRE=chromium` that is a failure. */
export const describeInBrowser = (name: string, tests: () => void): void => {
  if (browserPath !== undefined) {
    describe(name, tests);
    return;
  }
  if (isRequired('chromium')) throw new Error('chromium is missing');
  process.stdout.write(`${name}: skipped, because there is no Chromium: CHROMIUM=<path>\n`);
  describe.skip(name, tests);
};

/** No browser is downloaded: this is the machine's own. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath ?? 'chromium',
    // As root, as in containers, its sandbox does not start.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

/** A window, and all that a browser complains of in it. */
export interface Watched {
  readonly page: Page;
  /** Errors of the console and of scripts, and what the policy of the page has stopped. */
  readonly complaints: readonly string[];
  /** Paths and queries of calls of the API. */
  readonly calls: readonly string[];
}

export const openWindow = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> => {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Africa/Johannesburg',
    ...options,
  });
  const page = await context.newPage();
  recordWindow(page);
  const complaints: string[] = [];
  const calls: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  return { page, complaints, calls };
};

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
  }[];
}

/** Finds what keeps people out (WCAG) in a part of a page, and whether the page is wider than its window. */
export const barriersIn = async (page: Page, part = 'html'): Promise<readonly string[]> => {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run('${part}', { resultTypes: ['violations'] })`,
  );
  const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
  return isWide ? found.concat('the page scrolls sideways') : found;
};

/** Text of what has the focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement.textContent');

/** Presses Tab until the focus is on a link or button with this text. */
export const tabTo = async (page: Page, text: string): Promise<void> => {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    const tag = await page.evaluate<string>('document.activeElement.tagName');
    if (['A', 'BUTTON'].includes(tag) && (await focused(page)).includes(text)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`«${text}» cannot be reached`);
};

/** Presses a key until the focus is on what has this name. */
export const tabUntil = async (page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  const nameOf = `(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent)(document.activeElement)`;
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press(key);
    if ((await page.evaluate<string>(nameOf)).trim() === name) return;
  }
  throw new Error(`«${name}» cannot be reached`);
};

/** Complaints of a window without refusals of the API, which a browser notes too. */
export const oddOf = (complaints: readonly string[]): readonly string[] =>
  complaints.filter((text) => !text.startsWith('Failed to load resource'));
