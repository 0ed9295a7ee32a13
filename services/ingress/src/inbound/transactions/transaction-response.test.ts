import { transactionResponse } from './transaction-response.ts';

describe('the answer to what became of a reference (D36)', () => {
  it('is its stored bytes', () => {
    const body = Buffer.from('{"state":"PROCESSED"}');
    expect(transactionResponse({ outcome: 'decided', body }, 'request-1')).toEqual({ status: 200, body });
  });

  it('is 200 with the problem that it ended in', () => {
    const failure = { code: 'MEMBER_SUSPENDED', context: { a: 1 } };
    expect(transactionResponse({ outcome: 'failed', failure }, 'request-1')).toEqual({
      status: 200,
      body: {
        state: 'FAILED',
        problem: {
          type: 'https://errors.loyalty.dev/member-suspended',
          title: 'The member is suspended',
          status: 403,
          detail: 'A suspended member neither earns nor burns points.',
          code: 'MEMBER_SUSPENDED',
          requestId: 'request-1',
          context: { a: 1 },
        },
      },
    });
  });

  it('is PROCESSING_FAILED for a code that nobody has described', () => {
    const response = transactionResponse(
      { outcome: 'failed', failure: { code: 'UNDECODABLE', context: {} } },
      'r',
    );
    expect(response).toMatchObject({ body: { problem: { code: 'PROCESSING_FAILED', status: 503 } } });
  });

  it('is 404 with a second to wait while nothing is known', () => {
    expect(transactionResponse({ outcome: 'unknown' }, 'r')).toEqual({
      problem: 'TRANSACTION_NOT_FOUND',
      retryAfterS: 1,
    });
  });
});
