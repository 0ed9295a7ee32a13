import { randomUUID } from 'node:crypto';
import { readLocalStack } from '@loyalty/stack';
import { withDatabase } from '@loyalty/testkit/database';
import { inParallel } from '../support/in-parallel.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let locking: TestTenant;
let healthy: TestTenant;
beforeAll(async () => {
  locking = await createTestTenant('Locked row');
  healthy = await createTestTenant('Beside a locked row');
});

const receiptOf = (memberRef: string) => ({ transactionRef: randomUUID(), memberRef, amount: 100 });

/** Holds a member's row, as a session of a person does, while `work` runs. */
const whileLocked = <T>(memberId: string, work: () => Promise<T>): Promise<T> =>
  withDatabase(readLocalStack().databaseUrl, (db) =>
    db.transaction(async (tx) => {
      await tx.query('SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE', [memberId]);
      return work();
    }),
  );

/** Tills whose members are spread over all partitions. */
const tills = Array.from({ length: 120 }, () => randomUUID());

test('▲ while a member of one tenant is locked, tills of another get their responses; then the locked one does', async () => {
  const memberRef = randomUUID();
  const enrolled = await postPersistently(locking.live, '/transactions/evaluate', receiptOf(memberRef));
  const receipt = receiptOf(memberRef);
  const statuses = await whileLocked(enrolled.body.memberId, async () => {
    const held = locking.live.post('/transactions/evaluate', receipt);
    const responses = await inParallel(tills, 8, (till) =>
      healthy.live.post('/transactions/evaluate', receiptOf(till)),
    );
    expect((await held).status).toBe(503);
    return responses.map(({ status }) => status);
  });
  // Those of the locked member's own partition wait with it.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(tills.length * 0.8);
  const { status } = await postPersistently(locking.live, '/transactions/evaluate', receipt);
  expect(status).toBe(200);
});
