import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { isRequired } from '@loyalty/testkit/runs';
import { recordKept, recordWindow } from './received.ts';

// eslint-disable-next-line n/no-process-env -- the machine, not a config.ts, says where its browser is
const given = process.env['CHROMIUM'];

const pathOf = (program: string): string =>
  spawnSync('sh', ['-c', 'command -v "$0"', program], { encoding: 'utf8' }).stdout.trim();

/** The first has no windows: a story takes two thirds of the processor time that it takes in the others. */
const browsers = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const browserPath = [given ?? '', ...browsers]
  .map((program) => (program === '' ? '' : pathOf(program)))
  .find((path) => path !== '');

/** Done to windows at the end of the test that runs. Left open, each would go on reading what it shows. */
const endings: (() => Promise<void>)[] = [];

const endWindows = async (): Promise<void> => {
  await Promise.all(endings.splice(0).map((end) => end()));
};

/** Skips with one line where this machine has no Chromium; with `LOYALTY_REQUIRE=chromium` that is a failure. */
export const describeInBrowser = (name: string, tests: () => void): void => {
  if (browserPath !== undefined) {
    describe(name, () => {
      afterEach(endWindows);
      tests();
    });
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

/** A window, which is closed with its test, and all that a browser complains of in it. */
export interface Watched {
  readonly page: Page;
  /** Errors of the console and of scripts, and what the policy of the page has stopped. */
  readonly complaints: readonly string[];
  /** Paths and queries of calls of the API. */
  readonly calls: readonly string[];
}

const watch = (page: Page): Watched => {
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

type WindowOptions = BrowserContextOptions & {
  /** Later tests go on with it; it is closed with the browser. */
  readonly isKept?: boolean;
};

/** Opens a window that nobody had before, for a clock or bytes of its own. */
export const openWindow = async (browser: Browser, options: WindowOptions = {}): Promise<Watched> => {
  const { isKept = false, ...own } = options;
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Africa/Johannesburg',
    // A theme or a drawer that is half way there has colours and places of its own.
    reducedMotion: 'reduce',
    ...own,
  });
  if (!isKept)
    endings.push(async () => {
      await Promise.all(context.pages().map(recordKept));
      await context.close();
    });
  // A slow machine fails no test.
  context.setDefaultTimeout(120_000);
  return watch(await context.newPage());
};

const watchedEvents = ['console', 'pageerror', 'request', 'requestfinished', 'requestfailed', 'response'];

/** Takes from a window all that a test has done to it. */
const empty = async (page: Page): Promise<void> => {
  for (const event of watchedEvents) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await recordKept(page);
  await page.context().clearCookies();
  // A page that did not come has no storage.
  await page.evaluate('localStorage.clear()').catch(() => undefined);
  await page.goto('about:blank');
};

interface Look {
  readonly colorScheme?: 'light' | 'dark' | undefined;
  readonly width?: number | undefined;
}

/** Lends windows to tests, one after another: a new one costs as much as five pages in one that is there. */
export const createWindows = (browser: Browser): ((look: Look) => Promise<Watched>) => {
  const idle: Page[] = [];
  return async ({ colorScheme = 'light', width }) => {
    const page = idle.pop() ?? (await openWindow(browser, { isKept: true })).page;
    endings.push(async () => {
      if (page.isClosed()) return;
      await empty(page);
      idle.push(page);
    });
    for (const event of watchedEvents) page.removeAllListeners(event);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(width === undefined ? { width: 1280, height: 720 } : { width, height: 900 });
    return watch(page);
  };
};

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
  }[];
}

/** Names what stands out of the window: innermost parts, or a text that none of them holds. */
const wideParts = `(() => {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const isWide = (part) => part.getBoundingClientRect().right > innerWidth + 0.5;
  const wide = [...document.querySelectorAll('body *')].filter(isWide);
  const inner = wide.filter((part) => ![...part.children].some(isWide));
  const nameOf = ({ tagName, className, textContent }) =>
    tagName + '.' + className + ' «' + textContent.slice(0, 40) + '»';
  return inner.length === 0 ? ['a text'] : inner.slice(0, 3).map(nameOf);
})()`;

const widePartsOf = async (page: Page): Promise<readonly string[]> => {
  const wide = await page.evaluate<readonly string[]>(wideParts);
  return wide.map((part) => `the page scrolls sideways for ${part}`);
};

/** Finds what keeps people out (WCAG) in a part of a page, and whether the page is wider than its window. */
export const barriersIn = async (page: Page, part = 'html'): Promise<readonly string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run('${part}', { resultTypes: ['violations'] })`,
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
  return found.concat(await widePartsOf(page));
};

/**
 * A theme is other colours and a width another layout, so each is looked at once: axe sees the wide light page and the
 * narrow dark one. What scrolls sideways depends on the width alone.
 */
const looks = [
  { colorScheme: 'light', width: 1360, isJudged: true },
  { colorScheme: 'dark', width: 390, isJudged: true },
  { colorScheme: 'dark', width: 320, isJudged: false },
] as const;

/** Looks for the barriers of `barriersIn` in both themes and at three widths of one window. */
export const barriersInLooks = async (page: Page, part = 'html'): Promise<readonly string[]> => {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const { colorScheme, width, isJudged } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const barriers = await (isJudged ? barriersIn(page, part) : widePartsOf(page));
    found.push(...barriers.map((barrier) => `${colorScheme}, ${width.toString()}: ${barrier}`));
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
  return found;
};

/** Waits until the focus is on what has this text: a page gives it on once it has drawn. */
export const focusIsOn = (page: Page, text: string): Promise<void> =>
  page.locator(':focus', { hasText: text }).waitFor();

const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.textContent');

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
