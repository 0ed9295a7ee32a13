import type { EnvironmentId } from '@loyalty/kernel';
import type { RequestKey } from '@loyalty/tables/transactions';
import { createResponsesInMemory } from '../../testing/responses-in-memory.ts';
import { createGetTransaction } from './member-request.ts';

const name: RequestKey = { environmentId: 1 as EnvironmentId, operation: 'evaluate', ref: 'receipt-1' };
const kept = { fingerprint: Buffer.alloc(16), response: Buffer.from('{}'), atMs: 1_700_000_000_000 };
const failure = { code: 'MEMBER_SUSPENDED', context: {} };

describe('what became of a reference (D36)', () => {
  it('is its answer, from memory where it is there', async () => {
    const responses = createResponsesInMemory();
    responses.recentByRef.set('evaluate receipt-1', kept);
    expect(await createGetTransaction(responses)(name)).toEqual({ outcome: 'decided', body: kept.response });
    expect(responses.asked).toEqual(['recent']);
  });

  it('is its answer, from the database otherwise, however it failed before', async () => {
    const responses = createResponsesInMemory();
    responses.storedByRef.set('evaluate receipt-1', kept);
    responses.failedByRef.set('evaluate receipt-1', failure);
    expect(await createGetTransaction(responses)(name)).toEqual({ outcome: 'decided', body: kept.response });
  });

  it('is its failure where there is no answer', async () => {
    const responses = createResponsesInMemory();
    responses.failedByRef.set('evaluate receipt-1', failure);
    expect(await createGetTransaction(responses)(name)).toEqual({ outcome: 'failed', failure });
  });

  it('is unknown where there is neither, and for another operation of the same reference', async () => {
    const responses = createResponsesInMemory();
    responses.storedByRef.set('redeem receipt-1', kept);
    expect(await createGetTransaction(responses)(name)).toEqual({ outcome: 'unknown' });
  });

  it('is asked for under the longest reference that there is, of 255 characters (D75)', async () => {
    const responses = createResponsesInMemory();
    const ref = '😀'.repeat(255);
    responses.storedByRef.set(`evaluate ${ref}`, kept);
    const found = await createGetTransaction(responses)({ ...name, ref });
    expect(found).toEqual({ outcome: 'decided', body: kept.response });
  });

  it.each(['', 'a\0b', 'x'.repeat(256), 'a\ud83d', '😀'.repeat(256)])(
    'is unknown without a question for a reference that cannot exist: %j',
    async (ref) => {
      const responses = createResponsesInMemory();
      expect(await createGetTransaction(responses)({ ...name, ref })).toEqual({ outcome: 'unknown' });
      expect(responses.asked).toEqual([]);
    },
  );
});
