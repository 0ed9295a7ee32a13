import { account, campaign, context, nowMs, processed, receipt } from '../testing/builders.ts';
import { applyEarnResult } from './apply-earn-result.ts';
import { decideEvaluate } from './decide-evaluate.ts';

const decide = (known: ReturnType<typeof account> | null, occurredAt: number | null = null) =>
  processed(decideEvaluate(context([campaign()], { account: known }), receipt({ occurredAt })));

it('a new member begins active, with the points of the first receipt', () => {
  expect(applyEarnResult(null, decide(null))).toEqual({
    memberId: 'new-member-0',
    state: 'active',
    pointsBalance: 10,
    lifetimePoints: 10,
    ledgerSeq: 1,
    lastActivityAtMs: nowMs,
  });
});

it('a known member gains the points in balance and lifetime alike', () => {
  const known = account({ pointsBalance: 100, lifetimePoints: 400, ledgerSeq: 7 });
  expect(applyEarnResult(known, decide(known))).toEqual({
    ...known,
    pointsBalance: 110,
    lifetimePoints: 410,
    ledgerSeq: 8,
    lastActivityAtMs: nowMs,
  });
});

it.each([
  { how: 'never moves back', lastActivityAtMs: nowMs + 1, occurredAt: nowMs, expected: nowMs + 1 },
  { how: 'moves on', lastActivityAtMs: nowMs - 1, occurredAt: nowMs, expected: nowMs },
  { how: 'begins with an old receipt', lastActivityAtMs: null, occurredAt: nowMs - 5, expected: nowMs - 5 },
])('the last activity $how', ({ lastActivityAtMs, occurredAt, expected }) => {
  const known = account({ lastActivityAtMs });
  expect(applyEarnResult(known, decide(known, occurredAt)).lastActivityAtMs).toBe(expected);
});

it('a decision is not applied twice', () => {
  const known = account();
  const decision = decide(known);
  const after = applyEarnResult(known, decision);
  expect(() => applyEarnResult(after, decision)).toThrow('a decision is applied once');
});
