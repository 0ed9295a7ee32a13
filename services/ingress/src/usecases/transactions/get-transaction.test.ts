import type { EnvironmentId } from '@loyalty/kernel';
import { createAnswersInMemory } from '../../testing/answers-in-memory.ts';
import type { RequestName } from '../ports.ts';
import { createGetTransaction } from './get-transaction.ts';

const name: RequestName = { environmentId: 1 as EnvironmentId, operation: 'evaluate', ref: 'receipt-1' };
const kept = { fingerprint: Buffer.alloc(16), answer: Buffer.from('{}'), atMs: 1_700_000_000_000 };
const failure = { code: 'MEMBER_SUSPENDED', context: {} };

describe('what became of a reference (D36)', () => {
  it('is its answer, from memory where it is there', async () => {
    const answers = createAnswersInMemory();
    answers.recentByRef.set('evaluate receipt-1', kept);
    expect(await createGetTransaction(answers)(name)).toEqual({ outcome: 'decided', body: kept.answer });
    expect(answers.asked).toEqual(['recent']);
  });

  it('is its answer, from the database otherwise, however it failed before', async () => {
    const answers = createAnswersInMemory();
    answers.storedByRef.set('evaluate receipt-1', kept);
    answers.failedByRef.set('evaluate receipt-1', failure);
    expect(await createGetTransaction(answers)(name)).toEqual({ outcome: 'decided', body: kept.answer });
  });

  it('is its failure where there is no answer', async () => {
    const answers = createAnswersInMemory();
    answers.failedByRef.set('evaluate receipt-1', failure);
    expect(await createGetTransaction(answers)(name)).toEqual({ outcome: 'failed', failure });
  });

  it('is unknown where there is neither, and for another operation of the same reference', async () => {
    const answers = createAnswersInMemory();
    answers.storedByRef.set('redeem receipt-1', kept);
    expect(await createGetTransaction(answers)(name)).toEqual({ outcome: 'unknown' });
  });

  it('is asked for under the longest reference that there is, of 255 characters (D75)', async () => {
    const answers = createAnswersInMemory();
    const ref = '😀'.repeat(255);
    answers.storedByRef.set(`evaluate ${ref}`, kept);
    const found = await createGetTransaction(answers)({ ...name, ref });
    expect(found).toEqual({ outcome: 'decided', body: kept.answer });
  });

  it.each(['', 'a\0b', 'x'.repeat(256), 'a\ud83d', '😀'.repeat(256)])(
    'is unknown without a question for a reference that cannot exist: %j',
    async (ref) => {
      const answers = createAnswersInMemory();
      expect(await createGetTransaction(answers)({ ...name, ref })).toEqual({ outcome: 'unknown' });
      expect(answers.asked).toEqual([]);
    },
  );
});
