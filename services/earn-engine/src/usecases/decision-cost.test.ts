import { testCampaign, testSnapshot } from '@loyalty/testkit';
import type { CampaignId } from '@loyalty/kernel';
import type { Campaign } from '@loyalty/rules';
import { memberEvent, receipt } from '../testing/earn-bodies.ts';
import { decisionCostOf } from './decision-cost.ts';
import type { EarnBody } from './earn-request.ts';

/** Campaigns that look at 50 fields of an event each. */
const lookingCloser = (count: number): Campaign[] =>
  Array.from({ length: count }, (_, n) =>
    testCampaign({
      id: `c${n.toString()}` as CampaignId,
      earningRule: {
        type: 'EVENT_TRIGGER',
        eventKey: 'app.opened',
        conditions: {
          operator: 'AND',
          conditions: Array.from({ length: 50 }, () => ({ field: 'text', op: 'contains', value: 'never' })),
        },
        reward: { points: 1 },
      },
    }),
  );

const event = (eventKey: string | null, bytes: number): EarnBody =>
  memberEvent({ eventKey, payload: Buffer.alloc(bytes, ' ') });

/** `BatchLimits` of the stream runtime. */
const batch = { costMax: 50_000, recordsMax: 500 };

const costOf = (body: EarnBody, campaigns: readonly Campaign[]) =>
  decisionCostOf(body, testSnapshot({ campaigns }));

test('▲ an event on which 200 campaigns look at 10,000 fields of 64 KiB fills a batch alone', () => {
  const dear = costOf(event('app.opened', 65_536), lookingCloser(200));
  expect(dear).toBeGreaterThan(batch.costMax);
  // Another event of the same environment is not compared.
  expect(costOf(event('app.closed', 100), lookingCloser(200))).toBe(200 + 1);
});

test('a usual event costs next to nothing, so 500 of them are one batch', () => {
  const usual = costOf(event('app.opened', 300), lookingCloser(1));
  expect(usual * batch.recordsMax).toBeLessThan(batch.costMax);
});

test('a campaign that no event fires, or that is paused, costs an event nothing', () => {
  const paused = lookingCloser(1).map((campaign): Campaign => ({ ...campaign, state: 'PAUSED' }));
  expect(costOf(event('app.opened', 1), [testCampaign(), ...paused])).toBe(1);
});

test('an event of an environment whose configuration is not known yet counts as one with many campaigns', () => {
  expect(decisionCostOf(event('app.opened', 1), null)).toBe(101);
});

test('a receipt costs its lines and categories, whatever is configured', () => {
  const body = receipt();
  expect(decisionCostOf(body, null)).toBe(costOf(body, lookingCloser(200)));
});
