import { account, campaign, context, event, nowMs, processed, snapshot } from '../testing/builders.ts';
import { decideEvent, toEventResponse } from './decide-event.ts';

const card = campaign({
  earningRule: {
    type: 'STAMP_CARD',
    stampsRequired: 2,
    rewardOnCompletion: { points: 9 },
    triggerEventKey: 'app.opened',
  },
});
const decision = processed(decideEvent(context([card]), event(), null));

it('an event is answered with the fields of the interface in its order', () => {
  const circumstances = {
    request: { eventKey: 'app.opened', ref: 'opened-1' },
    definitionVersion: 3,
    receivedAtMs: nowMs,
  };
  expect(JSON.stringify(toEventResponse(decision, circumstances))).toBe(
    JSON.stringify({
      eventId: 'new-event-0',
      eventKey: 'app.opened',
      ref: 'opened-1',
      memberId: 'member-known',
      memberCreated: false,
      definitionVersion: 3,
      pointsAwarded: 0,
      pointsBalance: 100,
      campaigns: [],
      stampCards: [{ campaignId: 'campaign-1', stampsCollected: 1, stampsRequired: 2, completed: false }],
      state: 'PROCESSED',
      receivedAt: '2026-03-10T12:00:00.000Z',
      _debug: {
        activeCampaigns: 1,
        campaignChecks: [{ campaignId: 'campaign-1', campaignName: 'Ten points', reason: 'STAMPED' }],
      },
    }),
  );
});

it('an event of which something fired, or in the live environment, has no _debug', () => {
  const circumstances = { request: { eventKey: null, ref: 'r' }, definitionVersion: null, receivedAtMs: 0 };
  const fires = campaign({ earningRule: { type: 'ON_DEMAND', points: 5 } });
  const fired = processed(decideEvent(context([fires]), event(), null));
  const live = context([card], { snapshot: snapshot([card], { mode: 'live' }) });
  const unexplained = processed(decideEvent(live, event(), null));
  expect(toEventResponse(fired, circumstances)).not.toHaveProperty('_debug');
  expect(toEventResponse(unexplained, circumstances)).not.toHaveProperty('_debug');
});

it('an event that earns for a member of whom points are to be deducted says how many were (D193)', () => {
  const circumstances = { request: { eventKey: null, ref: 'r' }, definitionVersion: null, receivedAtMs: 0 };
  const fires = campaign({ earningRule: { type: 'ON_DEMAND', points: 5 } });
  const indebted = context([fires], { account: account({ pointsToDeduct: 2 }) });
  const fired = toEventResponse(processed(decideEvent(indebted, event(), null)), circumstances);
  expect(fired).toMatchObject({ pointsAwarded: 5, pointsDeducted: 2, pointsBalance: 103 });
});

it('a lifecycle event without a definition has neither key nor version', () => {
  const circumstances = { request: { eventKey: null, ref: 'r' }, definitionVersion: null, receivedAtMs: 0 };
  expect(toEventResponse(decision, circumstances)).toMatchObject({ eventKey: null, definitionVersion: null });
});
