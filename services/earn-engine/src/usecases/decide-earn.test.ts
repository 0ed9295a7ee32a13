import { headers as names } from '@loyalty/contracts';
import { AccountBook } from '@loyalty/engine';
import type { EventDefinition, Snapshot } from '@loyalty/rules';
import {
  replyHeaders,
  testAccount,
  testAtMs,
  testCampaign,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { credit, memberEvent, receipt } from '../testing/earn-bodies.ts';
import { decideEarn, type DecidingInputs } from './decide-earn.ts';
import { type EarnBody, earnRequestReader } from './earn-request.ts';
import { EarningBook } from './earning-book.ts';
import { Referrers } from './rule-inputs.ts';

const { environmentId, secret } = testSnapshot();
const noRows = {
  memberCounters: [],
  memberships: [],
  sharedCounters: [],
  budgets: [],
  wholeReturns: [],
  uses: [],
  campaignTimes: [],
};

interface Given extends Partial<DecidingInputs> {
  readonly headers?: Readonly<Record<string, string>>;
}

const decide = (body: EarnBody, { headers = {}, ...given }: Given = {}) => {
  const request = earnRequestReader.requestOf(
    {
      message: testMessage(body, { headers }),
      ...earnRequestReader.keyOf(body),
      environmentId,
      fingerprint: Buffer.alloc(16),
      responseKey: 'key',
      newId: (kind) => `new-${kind}`,
    },
    { secret, currency: 'ZAR' },
  );
  const decision = decideEarn(request, {
    snapshot: testSnapshot({ campaigns: [testCampaign()] }),
    book: new EarningBook(environmentId, noRows),
    account: testAccount(),
    accounts: new AccountBook([]),
    referrers: new Referrers(new AccountBook([]), []),
    lostUntilMs: 0,
    ...given,
  });
  const response: unknown =
    decision.outcome === 'processed' ? JSON.parse(decision.response.toString()) : null;
  return { decision, response };
};

const definition = (given: Partial<EventDefinition> = {}): Snapshot => {
  const opened = { key: 'app.opened', version: 2, revision: 5, lifecycleType: 'CUSTOM', ...given };
  return testSnapshot({ eventDefinitions: new Map([['app.opened', opened]]) });
};

test('the response to a receipt has the balance after it and its transaction’s id', () => {
  const { decision, response } = decide(receipt());
  expect(decision).toMatchObject({
    outcome: 'processed',
    id: 'new-transaction',
    result: { pointsAwarded: 10 },
  });
  expect(response).toMatchObject({
    transactionId: 'new-transaction',
    pointsBalance: 110,
    state: 'PROCESSED',
  });
});

test.each([
  ['suspended', 'MEMBER_SUSPENDED'],
  ['anonymized', 'MEMBER_ERASED'],
] as const)('nothing of a member who is %s is decided', (state, code) => {
  const account = testAccount({ state });
  expect(decide(receipt(), { account }).decision).toMatchObject({ outcome: 'refused', code, isKept: true });
  expect(decide(memberEvent(), { account }).decision).toMatchObject({ outcome: 'refused', code });
});

test('a refusal that a caller waits for is not kept', () => {
  const account = testAccount({ state: 'suspended' });
  expect(decide(receipt(), { account, headers: replyHeaders }).decision).toMatchObject({ isKept: false });
});

test('the response to an event has the version of its definition and the event’s id', () => {
  const { decision, response } = decide(memberEvent(), { snapshot: definition() });
  expect(decision).toMatchObject({ outcome: 'processed', id: 'new-event' });
  expect(response).toMatchObject({ eventId: 'new-event', definitionVersion: 2 });
});

test.each([
  { judged: 'with another revision', revision: '4', waiting: replyHeaders, outcome: 'refused' },
  { judged: 'with the present revision', revision: '5', waiting: replyHeaders, outcome: 'processed' },
  { judged: 'with another revision, and nobody waiting', revision: '4', waiting: {}, outcome: 'processed' },
])('an event that was judged $judged is $outcome', ({ revision, waiting, outcome }) => {
  const headers = { ...waiting, [names.definitionRevision]: revision };
  const { decision } = decide(memberEvent(), { snapshot: definition(), headers });
  expect(decision.outcome).toBe(outcome);
});

test('ingress gets RETRY_DEFINITION to validate by the present definition, and nothing is kept', () => {
  const headers = { ...replyHeaders, [names.definitionRevision]: '4' };
  const { decision } = decide(memberEvent(), { snapshot: definition(), headers });
  expect(decision).toMatchObject({ code: 'RETRY_DEFINITION', isKept: false });
});

test('▲ an event of a lost history is processed by the revision that accepted it, because no caller can send it again', () => {
  const headers = { ...replyHeaders, [names.definitionRevision]: '4' };
  const event = memberEvent();
  const lost = { headers, snapshot: definition(), lostUntilMs: testAtMs };
  expect(decide(event, lost).decision.outcome).toBe('processed');
  expect(decide(event, { ...lost, lostUntilMs: testAtMs - 1 }).decision.outcome).toBe('refused');
});

test('a credit adds its points, under its own id', () => {
  const { decision } = decide(credit());
  expect(decision).toMatchObject({ outcome: 'processed', id: 'new-credit', result: { pointsBalance: 125 } });
});

test('a credit enrols no member: for an unknown member it is skipped', () => {
  expect(decide(credit(), { account: null }).decision).toEqual({
    outcome: 'skipped',
    reason: 'MEMBER_UNKNOWN',
  });
});
