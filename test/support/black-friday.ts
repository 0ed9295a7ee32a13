import { randomUUID } from 'node:crypto';
import { dayMs, utcDayOf } from '@loyalty/kernel';
import type { ApiAnswer, CampaignAward } from './api.ts';
import { inParallel } from './in-parallel.ts';
import { postPersistently } from './post-persistently.ts';
import { read } from './sources.ts';
import type { TestTenant } from './tenant.ts';
import type { TwoEngines } from './two-engines.ts';

const tillsAtOnce = 64;
/** Noon of a day that caps count, in any time zone. */
const noonMs = utcDayOf(Date.now()) * dayMs - dayMs / 2;
const occurredAt = new Date(noonMs).toISOString();
const amount = 120_000;

interface Written {
  readonly name: string;
  readonly limits?: readonly { readonly per: string; readonly max: number }[];
}

/** The campaign of the page on integration: a gift card for the first `max`, one each, on the day of the receipts below. */
export const blackFriday = (max: number): object => {
  const blocks = [...read('docs/integration.md').matchAll(/^```json run\n([^]*?)^```/gm)];
  const written = blocks.flatMap(([, text = '[]']) => JSON.parse(text) as readonly Written[]);
  const campaign = written.find(({ name, limits }) => name === 'Black Friday' && limits !== undefined);
  if (campaign?.limits?.map(({ per }) => per).join() !== 'CAMPAIGN,MEMBER')
    throw new Error('the page has another Black Friday');
  const limits = campaign.limits.map((limit) => (limit.per === 'CAMPAIGN' ? { ...limit, max } : limit));
  const conditions = { field: 'date', op: 'eq', value: occurredAt.slice(0, 10) };
  return { ...campaign, limits, conditions };
};

/** The result of one receipt. */
export interface Sold {
  readonly memberRef: string;
  readonly memberId: string;
  readonly pointsAwarded: number;
  readonly campaigns: readonly CampaignAward[];
}

/**
 * Each member buys once and every tenth twice at once, from 64 tills; the second engine is killed at the last of the first
 * `max`. Returns what each receipt got.
 */
export const sellOnBlackFriday = async (
  { test: api }: TestTenant,
  { max, engines }: { readonly max: number; readonly engines: TwoEngines },
): Promise<readonly Sold[]> => {
  const before = await engines.decided();
  const members = Array.from({ length: 5 * max }, (_, n) => `member ${n.toString()}`);
  const buyers = members.flatMap((memberRef, n) => (n % 10 === 0 ? [memberRef, memberRef] : [memberRef]));
  const buy = async (memberRef: string): Promise<Sold> => {
    const receipt = { transactionRef: randomUUID(), memberRef, amount, occurredAt };
    const { status, text }: ApiAnswer = await postPersistently(api, '/transactions/evaluate', receipt);
    if (status !== 200) throw new Error(text);
    return Object.assign(JSON.parse(text) as Sold, { memberRef });
  };
  return inParallel([...buyers.entries()], tillsAtOnce, async ([n, memberRef]) => {
    if (n === max) {
      const decided = await engines.decided();
      engines.killSecond();
      for (const [at, count] of decided.entries()) expect(count).toBeGreaterThan(before[at] ?? 0);
    }
    return buy(memberRef);
  });
};
