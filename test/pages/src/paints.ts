import type { Browser, Page } from 'playwright-core';

/** The addresses of pages in the test environment: the first page, a list, a form. */
export const pages = ['/', '/members', '/campaigns/new', '/why'].map((path) => `${path}?mode=test`);

/** A phone of the middle of the field, and its connection. */
const slow = { processor: 4, bytesPerSecond: (10 * 1_000_000) / 8, latencyMs: 40 };

/** A window of its own, with nothing in its cache. */
export const openSlowly = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1_360, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processor });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  });
  return page;
};

/** Waits for the title and for all that the page has asked for. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('main h1').waitFor();
  await page.locator('.bars').first().waitFor({ state: 'detached' });
};

const largestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Returns the milliseconds from the request of the address to the paint, one for each round. */
export const paintsOf = async (
  browser: Browser,
  { url, path, rounds }: { readonly url: string; readonly path: string; readonly rounds: number },
): Promise<readonly number[]> => {
  const paints: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await openSlowly(browser);
    await page.goto(url + path);
    await settled(page);
    // What was painted last is noted with the next frame.
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    paints.push(await page.evaluate<number>(largestPaint));
    await page.context().close();
  }
  return paints;
};
