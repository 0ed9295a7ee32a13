import { operations } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import { createRespondToRequest, prefersAsync, transactionLocation } from './request-response.ts';

const place = {
  environmentId: 7 as EnvironmentId,
  tenantId: '0198c0de-0000-7000-8000-000000000001',
  operation: 'evaluate',
  ref: 'a b/ü?',
} as const;
const body = Buffer.from('{}');

let counted: string[];
let asked: number[];
beforeEach(() => {
  counted = [];
  asked = [];
});
const rejecting = 8 as EnvironmentId;
const respondToRequest = createRespondToRequest({
  basePath: '/v1',
  metrics: { count: (name) => counted.push(name) },
  rejectsMismatch: (environmentId) => {
    asked.push(environmentId);
    return Promise.resolve(environmentId === rejecting);
  },
});

describe('the answer of a request to an engine', () => {
  it.each([
    [false, false, {}],
    [true, false, { 'Idempotent-Replayed': 'true' }],
    [true, true, { 'Idempotent-Replayed': 'true', 'Idempotency-Mismatch': 'true' }],
  ])(
    'is 200 with the stored bytes (replayed %p, mismatched %p)',
    async (isReplayed, isMismatched, headers) => {
      const response = await respondToRequest({ outcome: 'answered', body, isReplayed, isMismatched }, place);
      expect(response).toEqual({ status: 200, body, headers });
      expect(counted).toEqual(isReplayed ? ['loyalty_repeats_total'] : []);
    },
  );

  it('is 409 for a reference that comes again with another body, where that is refused (D106)', async () => {
    const mismatched = { outcome: 'answered', body, isReplayed: true, isMismatched: true } as const;
    const there = { ...place, environmentId: rejecting };
    const refused = { problem: 'TRANSACTION_DUPLICATE', reason: 'other_body' };
    expect(await respondToRequest(mismatched, there)).toEqual(refused);
    expect(await respondToRequest({ ...mismatched, isMismatched: false }, there)).toMatchObject({
      status: 200,
    });
    expect(asked).toEqual([rejecting]);
  });

  it('is 409 for a reference of another member, whatever the setting says (D123)', async () => {
    const refused = { outcome: 'refused', code: 'TRANSACTION_DUPLICATE', context: {} } as const;
    const expected = { problem: 'TRANSACTION_DUPLICATE', context: {}, reason: 'other_member' };
    for (const environmentId of [place.environmentId, rejecting])
      expect(await respondToRequest(refused, { ...place, environmentId })).toEqual(expected);
    expect(asked).toEqual([]);
  });

  it('is 202 with the place of the result, its reference encoded', async () => {
    const location =
      '/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/a%20b%2F%C3%BC%3F?operation=evaluate';
    expect(await respondToRequest({ outcome: 'accepted' }, place)).toEqual({
      status: 202,
      body: { transactionRef: 'a b/ü?', location },
      headers: { Location: location, 'Preference-Applied': 'respond-async' },
    });
  });

  it('is 202 with the reference of an event, and its place among the events', async () => {
    const accepted = await respondToRequest(
      { outcome: 'accepted' },
      { ...place, operation: 'event', ref: 'pump-7' },
    );
    const location = '/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/pump-7?operation=event';
    expect(accepted).toMatchObject({ status: 202, body: { ref: 'pump-7', location } });
  });

  it('is the problem of a refusal', async () => {
    const refused = { outcome: 'refused', code: 'MEMBER_SUSPENDED', context: { a: 1 } } as const;
    expect(await respondToRequest(refused, place)).toEqual({
      problem: 'MEMBER_SUSPENDED',
      context: { a: 1 },
    });
  });

  it('is PROCESSING_FAILED for a code that is for services alone', async () => {
    const refused = { outcome: 'refused', code: 'RETRY_DEFINITION', context: {} } as const;
    expect(await respondToRequest(refused, place)).toMatchObject({ problem: 'PROCESSING_FAILED' });
  });

  it('is PROCESSING_TIMEOUT while undecided', async () => {
    expect(await respondToRequest({ outcome: 'undecided' }, place)).toEqual({
      problem: 'PROCESSING_TIMEOUT',
      reason: 'engine',
    });
  });
});

const below = '/v1/tenants/t/transactions';
const locationOf = (ref: string): string =>
  transactionLocation({ basePath: '/v1', tenantId: 't', operation: 'evaluate', ref });

test.each([
  ['receipt-1', `${below}/receipt-1?operation=evaluate`],
  ['a b/ü?', `${below}/a%20b%2F%C3%BC%3F?operation=evaluate`],
  ['evaluates', `${below}/evaluates?operation=evaluate`],
  ['...', `${below}/...?operation=evaluate`],
  ['evaluate', `${below}?transactionRef=evaluate&operation=evaluate`],
  ['..', `${below}?transactionRef=..&operation=evaluate`],
])('the result of %j is at %s', (ref, location) => {
  expect(locationOf(ref)).toBe(location);
});

test('no reference leads to another route, whatever routes there are', () => {
  const words = operations.flatMap(
    ({ path }) => /^\/tenants\/\{tenantId\}\/transactions\/([^/{]+)$/.exec(path)?.[1] ?? [],
  );
  expect(words).toEqual(expect.arrayContaining(['evaluate', 'simulate']));
  for (const word of words) expect(locationOf(word)).toContain('?transactionRef=');
});

test('a client that resolves the place of a reference asks for that reference', () => {
  for (const ref of ['.', '..', '...', '%2e%2e', 'a/../b', './x']) {
    const { pathname, searchParams } = new URL(locationOf(ref), 'http://localhost');
    const asked =
      pathname === below
        ? searchParams.get('transactionRef')
        : decodeURIComponent(pathname.slice(below.length + 1));
    expect(asked).toBe(ref);
  }
});

describe('the Prefer header (RFC 7240)', () => {
  it.each([
    'respond-async',
    'Respond-Async',
    'respond-async, wait=10',
    'return=minimal , respond-async; foo="x"',
    ['return=minimal', 'respond-async'],
  ])('%j asks not to wait', (prefer) => {
    expect(prefersAsync(prefer)).toBe(true);
  });

  it.each([undefined, '', 'wait=10', 'respond-asynchronously', 'handling=strict; respond-async'])(
    '%j does not',
    (prefer) => {
      expect(prefersAsync(prefer)).toBe(false);
    },
  );
});
