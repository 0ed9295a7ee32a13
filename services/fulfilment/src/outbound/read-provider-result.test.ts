import type { TriedResult } from '@loyalty/egress';
import { answered, gives, unanswered, unreached } from '../testing/provider-results.ts';
import { readProviderResult, loadSignalOf } from './read-provider-result.ts';

const away = { kind: 'failed', reason: 'PROVIDER_AWAY' };
const bad = { kind: 'failed', reason: 'PROVIDER_BAD_ANSWER' };
const refused = { kind: 'refused', reason: 'PROVIDER_REFUSED' };
const ambiguous = { kind: 'refused', reason: 'PROVIDER_AMBIGUOUS' };

const askedAtMs = Date.UTC(2026, 2, 1, 12);

const judged = (result: TriedResult) =>
  [true, false].map((isIdempotent) => readProviderResult(result, { isIdempotent, askedAtMs }));

const code = { kind: 'code', code: 'A-1', expiresAtMs: null };

describe('the meaning of a response, for a provider that is idempotent and one that is not', () => {
  test.each([
    ...[200, 201, 204, 299].map((status) => [status, [bad, ambiguous]] as const),
    ...[202, 301, 304, 408, 500, 502, 503, 599].map((status) => [status, [away, ambiguous]] as const),
    // These statuses say that nothing was done.
    ...[425, 429].map((status) => [status, [away, away]] as const),
    ...[400, 401, 403, 404, 410, 422, 499].map((status) => [status, [refused, refused]] as const),
  ])('%i without a code', (status, expected) => {
    expect(judged(answered(status))).toEqual(expected);
  });

  test.each([200, 201, 203, 299])('%i with a code', (status) => {
    expect(judged(answered(status, '{"code":"A-1"}'))).toEqual([code, code]);
  });

  test.each([202, 302, 500])('%i with a code gives none', (status) => {
    expect(judged(answered(status, '{"code":"A-1"}'))).toEqual([away, ambiguous]);
  });

  test('no response', () => {
    expect(judged(unanswered('TIMED_OUT'))).toEqual([away, ambiguous]);
    expect(judged(unanswered('CONNECTION_LOST'))).toEqual([away, ambiguous]);
    expect(judged(unreached('CONNECT_FAILED'))).toEqual([away, away]);
    expect(judged(unreached('BLOCKED_ADDRESS'))).toEqual([away, away]);
  });
});

test.each([
  ['that is not whole', answered(200, '{"code":"A-1"}', false)],
  ['that is empty', answered(200)],
  ['that is no JSON', answered(200, '{"code":"A-1"')],
  ['that is no object', answered(200, '"A-1"')],
  ['that is null', answered(200, 'null')],
  ['that is a list', answered(200, '[{"code":"A-1"}]')],
  ['without a code', answered(200, '{"Code":"A-1"}')],
  ['whose code is a number', gives(17)],
  ['whose code is empty', gives('')],
  ['whose code is too long', gives('A'.repeat(256))],
  ['whose code has a line break', gives('A\n1')],
  ['whose code has a NUL', gives('A\u0000')],
  ['whose code is no Unicode', answered(200, '{"code":"\\ud800"}')],
  ['whose bytes are no UTF-8', { ...answered(200), body: Buffer.from('{"code":"\xff"}', 'latin1') }],
  ['whose expiry is no time', gives('A-1', { expiresAt: 'soon' })],
  ['whose expiry is anybody’s guess', gives('A-1', { expiresAt: '5' })],
  ['whose expiry is no day', gives('A-1', { expiresAt: '2026-13-24' })],
  ['whose expiry is beyond all calendars', gives('A-1', { expiresAt: '-271821-04-20T00:00:00Z' })],
  ['whose expiry is over', gives('A-1', { expiresAt: '2026-03-01T12:00:00Z' })],
  ['whose expiry is the day that has begun', gives('A-1', { expiresAt: '2026-03-01' })],
  ['whose expiry is a number', gives('A-1', { expiresAt: 1_800_000_000_000 })],
])('a body %s brings no code that can be used', (_, result) => {
  expect(judged(result)).toEqual([bad, ambiguous]);
});

test.each([
  [undefined, null],
  [null, null],
  ['2026-12-24', Date.UTC(2026, 11, 24)],
  ['2026-12-24T18:00', Date.UTC(2026, 11, 24, 18)],
  ['2026-12-24T18:00:00Z', Date.UTC(2026, 11, 24, 18)],
  ['2026-12-24T18:00:00.5+02:00', Date.UTC(2026, 11, 24, 16, 0, 0, 500)],
])('a code that expires at %s', (expiresAt, expiresAtMs) => {
  expect(judged(gives('A-1', { expiresAt }))[0]).toEqual({ ...code, expiresAtMs });
});

test('a code of 255 characters is accepted unchanged', () => {
  const long = ` ${'Ä'.repeat(253)}😀`;
  expect(judged(gives(long))[0]).toEqual({ ...code, code: long });
});

test.each([
  ['ok', answered(200)],
  ['ok', answered(202)],
  ['ok', answered(404)],
  ['overloaded', answered(408)],
  ['overloaded', answered(425)],
  ['overloaded', answered(429)],
  ['overloaded', answered(503)],
  ['unreachable', unanswered('TIMED_OUT')],
  ['unreachable', unreached('CONNECT_FAILED')],
])('a provider is %s according to its response', (sign, result) => {
  expect(loadSignalOf(result)).toBe(sign);
});
