import { account, campaign, context, processed, receipt, snapshot } from '../testing/builders.ts';
import { decideEvaluate, toEvaluateResponse, toSimulateResponse } from './decide-evaluate.ts';

const fired = processed(decideEvaluate(context([campaign()]), receipt()));
const notFired = processed(decideEvaluate(context([campaign({ state: 'PAUSED' })]), receipt()));
const liveNotFired = processed(
  decideEvaluate(context([], { snapshot: snapshot([], { mode: 'live' }) }), receipt()),
);

const checks = [{ campaignId: 'campaign-1', campaignName: 'Ten points', reason: 'CAMPAIGN_NOT_ACTIVE' }];

it('an evaluate is answered with the fields of the interface in its order', () => {
  expect(JSON.stringify(toEvaluateResponse(fired))).toBe(
    JSON.stringify({
      transactionId: 'new-transaction-0',
      transactionRef: 'receipt-1',
      memberId: 'member-known',
      memberCreated: false,
      pointsAwarded: 10,
      pointsBalance: 110,
      campaigns: [{ campaignId: 'campaign-1', campaignName: 'Ten points', pointsEarned: 10, rewardIds: [] }],
      stampCards: [],
      state: 'PROCESSED',
    }),
  );
});

it('points that wait are among those that are awarded, and not in the balance; without any the field is absent (D182)', () => {
  const rule = { type: 'FIXED_POINTS', points: 7, pendingDays: 14 } as const;
  const waiting = processed(
    decideEvaluate(context([campaign(), campaign({ earningRule: rule })]), receipt()),
  );
  const bytes = JSON.stringify(toEvaluateResponse(waiting));
  expect(bytes).toContain('"pointsAwarded":17,"pointsPending":7,"pointsBalance":110,');
  expect(toSimulateResponse(waiting)).toMatchObject({ pointsAwarded: 17, pointsPending: 7 });
  expect(toEvaluateResponse(fired)).not.toHaveProperty('pointsPending');
});

it('points that returns of before took are among those that are awarded, and not in the balance; without any the field is absent (D193)', () => {
  const indebted = account({ pointsToDeduct: 4 });
  const deducted = processed(decideEvaluate(context([campaign()], { account: indebted }), receipt()));
  const bytes = JSON.stringify(toEvaluateResponse(deducted));
  expect(bytes).toContain('"pointsAwarded":10,"pointsDeducted":4,"pointsBalance":106,');
  expect(toSimulateResponse(deducted)).toMatchObject({ pointsAwarded: 10, pointsDeducted: 4 });
  expect(toEvaluateResponse(fired)).not.toHaveProperty('pointsDeducted');
});

it('a stamp that completes nothing is shown, and is why the campaign did not fire (D80)', () => {
  const rule = { type: 'STAMP_CARD', stampsRequired: 3, rewardOnCompletion: { points: 9 } } as const;
  const stamped = processed(decideEvaluate(context([campaign({ earningRule: rule })]), receipt()));
  expect(toEvaluateResponse(stamped)).toMatchObject({
    campaigns: [],
    stampCards: [{ campaignId: 'campaign-1', stampsCollected: 1, stampsRequired: 3, completed: false }],
    _debug: { activeCampaigns: 1, campaignChecks: [{ campaignId: 'campaign-1', reason: 'STAMPED' }] },
  });
});

it('an evaluate in which nothing fired is explained in the test environment', () => {
  const answer = toEvaluateResponse(notFired);
  expect(Object.keys(answer).at(-1)).toBe('_debug');
  expect(answer).toMatchObject({ campaigns: [], _debug: { activeCampaigns: 0, campaignChecks: checks } });
});

it('an evaluate in the live environment has no _debug', () => {
  expect(toEvaluateResponse(liveNotFired)).not.toHaveProperty('_debug');
});

it('a simulate has a _debug of null when a campaign fired', () => {
  expect(toSimulateResponse(fired)).toEqual({ ...toEvaluateResponse(fired), _debug: null });
});

it('a simulate in which nothing fired is answered like the evaluate', () => {
  expect(toSimulateResponse(notFired)).toEqual(toEvaluateResponse(notFired));
});
