import { createAnswerRequest } from './request-answer.ts';

const place = {
  tenantId: '0198c0de-0000-7000-8000-000000000001',
  operation: 'evaluate',
  ref: 'a b/ü?',
} as const;
const body = Buffer.from('{}');

let counted: string[];
beforeEach(() => {
  counted = [];
});
const answerRequest = createAnswerRequest('/v1', { count: (name) => counted.push(name) });

describe('the answer of a request to an engine', () => {
  it.each([
    [false, false, {}],
    [true, false, { 'Idempotent-Replayed': 'true' }],
    [true, true, { 'Idempotent-Replayed': 'true', 'Idempotency-Mismatch': 'true' }],
  ])('is 200 with the stored bytes (replayed %p, mismatched %p)', (isReplayed, isMismatched, headers) => {
    const answer = answerRequest({ outcome: 'answered', body, isReplayed, isMismatched }, place);
    expect(answer).toEqual({ status: 200, body, headers });
    expect(counted).toEqual(isReplayed ? ['loyalty_replayed_total'] : []);
  });

  it('is 202 with the place of the result, its reference encoded', () => {
    const location =
      '/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/a%20b%2F%C3%BC%3F?operation=evaluate';
    expect(answerRequest({ outcome: 'accepted' }, place)).toEqual({
      status: 202,
      body: { transactionRef: 'a b/ü?', location },
      headers: { Location: location, 'Preference-Applied': 'respond-async' },
    });
  });

  it('is 202 with the reference of an event, and its place among the events', () => {
    const accepted = answerRequest({ outcome: 'accepted' }, { ...place, operation: 'event', ref: 'pump-7' });
    const location = '/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/pump-7?operation=event';
    expect(accepted).toMatchObject({ status: 202, body: { ref: 'pump-7', location } });
  });

  it('is the problem of a refusal', () => {
    const refused = { outcome: 'refused', code: 'MEMBER_SUSPENDED', context: { a: 1 } } as const;
    expect(answerRequest(refused, place)).toEqual({ problem: 'MEMBER_SUSPENDED', context: { a: 1 } });
  });

  it('is PROCESSING_FAILED for a code that is for services alone', () => {
    const refused = { outcome: 'refused', code: 'RETRY_DEFINITION', context: {} } as const;
    expect(answerRequest(refused, place)).toMatchObject({ problem: 'PROCESSING_FAILED' });
  });

  it('is PROCESSING_TIMEOUT while undecided', () => {
    expect(answerRequest({ outcome: 'undecided' }, place)).toEqual({ problem: 'PROCESSING_TIMEOUT' });
  });
});
