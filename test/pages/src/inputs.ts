import type { Browser, Page } from 'playwright-core';
import { openSlowly, settled } from './paints.ts';

/** Uses a page as somebody does, from its address on. */
type Use = (page: Page, url: string) => Promise<void>;

const onOverview: Use = async (page, url) => {
  await page.goto(`${url}/?mode=test`);
  await settled(page);
  const chart = page.getByRole('slider');
  await chart.waitFor();
  for (const place of [0.2, 0.5, 0.8])
    await chart.hover({ position: { x: ((await chart.boundingBox())?.width ?? 100) * place, y: 60 } });
  await chart.click();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Home']) await page.keyboard.press(key);
  for (const range of ['7d', '30d', '1h']) {
    await page
      .locator('.segments button', { hasText: new RegExp(`^${range.replace(/(\d+)/, '$1 ?')}`) })
      .click();
    await settled(page);
  }
};

const inCampaignForm: Use = async (page, url) => {
  await page.goto(`${url}/campaigns/new?mode=test`);
  await settled(page);
  await page.locator('[name="/name"]').first().pressSequentially('Ten for coffee');
  await page.locator('label:has([name="/earningRule/type"][value="PRODUCT_PURCHASE"])').click();
  await page.locator('label:has([name="/earningRule/type"][value="STAMP_CARD"])').click();
  await page.locator('label:has([name="/earningRule/type"][value="FIXED_POINTS"])').click();
  await page.locator('[name="/earningRule/points"]').pressSequentially('120');
  await page.locator('.card:not(.try-it_panel) [name="/maxBudgetCents"]').pressSequentially('1000');
};

const inMembers: Use = async (page, url) => {
  await page.goto(`${url}/members?mode=test`);
  await settled(page);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByText('100 shown').waitFor();
  await page.getByRole('searchbox').pressSequentially('slow-11');
  await page.getByRole('link', { name: 'slow-11', exact: true }).click();
  await settled(page);
};

/** The inputs of each page. */
export const inputs: Readonly<Record<string, Use>> = {
  'the overview': onOverview,
  'the form of a campaign': inCampaignForm,
  'the list of members': inMembers,
};

/** The one that was longest until the next paint. */
interface LongestInput {
  readonly input: string;
  readonly ms: number;
}

const noted = `addEventListener('DOMContentLoaded', () => {
  window.inputsSeen = [];
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId, target } of list.getEntries())
      if (interactionId > 0) window.inputsSeen.push({ input: name + ' ' + (target?.nodeName ?? ''), ms: duration });
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
});`;

/** Returns one figure for each round. */
export const inputsOf = async (
  browser: Browser,
  { url, rounds, use }: { readonly url: string; readonly rounds: number; readonly use: Use },
): Promise<readonly LongestInput[]> => {
  const longest: LongestInput[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await openSlowly(browser);
    await page.addInitScript(noted);
    await use(page, url);
    // Events are listed once the frame behind them is painted.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200)))');
    const seen = await page.evaluate<LongestInput[]>('window.inputsSeen');
    longest.push(seen.reduce((one, other) => (other.ms > one.ms ? other : one), { input: 'none', ms: 0 }));
    await page.context().close();
  }
  return longest;
};
