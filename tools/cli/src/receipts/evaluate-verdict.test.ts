import { verdictOn } from './evaluate-verdict.ts';

const problem = (code: string, context = {}): string => JSON.stringify({ code, detail: 'Why.', context });

test.each([
  [200, null, '{}', { outcome: 'settled', as: { outcome: 'stored' } }],
  [429, 3, problem('RATE_LIMITED'), { outcome: 'limited', waitMs: 3_000 }],
  [429, null, '', { outcome: 'limited', waitMs: 1_000 }],
  [
    503,
    1,
    problem('PROCESSING_TIMEOUT'),
    { outcome: 'again', waitMs: 1_000, reason: '503 PROCESSING_TIMEOUT Why' },
  ],
  [502, null, '<html>', { outcome: 'again', waitMs: 0, reason: '502' }],
  [0, null, 'connect ECONNREFUSED', { outcome: 'again', waitMs: 0, reason: 'connect ECONNREFUSED' }],
  [401, null, problem('UNAUTHORIZED'), { outcome: 'hopeless', reason: '401 UNAUTHORIZED Why' }],
  [403, null, problem('FORBIDDEN'), { outcome: 'hopeless', reason: '403 FORBIDDEN Why' }],
  [404, null, problem('TENANT_NOT_FOUND'), { outcome: 'hopeless', reason: '404 TENANT_NOT_FOUND Why' }],
  [404, null, '<html>', { outcome: 'hopeless', reason: '404' }],
  [
    403,
    null,
    problem('MEMBER_SUSPENDED'),
    { outcome: 'settled', as: { outcome: 'refused', code: 'MEMBER_SUSPENDED' } },
  ],
  [409, null, problem('TRANSACTION_DUPLICATE'), { outcome: 'settled', as: { outcome: 'differing' } }],
  [
    400,
    null,
    problem('VALIDATION_ERROR', { errors: [{ pointer: '/amount', message: 'is required' }] }),
    { outcome: 'malformed', errors: [{ pointer: '/amount', message: 'is required' }] },
  ],
])('status %d with Retry-After %s and %s', (...[status, retryAfterS, body, verdict]) => {
  const headers = { isReplayed: false, isMismatched: false };
  expect(verdictOn({ status, retryAfterS, body, ...headers })).toEqual(verdict);
});

test.each([
  [true, false, 'repeated'],
  [true, true, 'differing'],
  [false, true, 'differing'],
])('a response that is replayed %s and mismatched %s is %s', (isReplayed, isMismatched, outcome) => {
  const response = { status: 200, retryAfterS: null, body: '{}', isReplayed, isMismatched };
  expect(verdictOn(response)).toEqual({ outcome: 'settled', as: { outcome } });
});
