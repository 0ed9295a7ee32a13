import { insertOutboxRejected } from '@loyalty/storage';
import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit';
import { allMigrations } from '../deploy/apply-migrations.ts';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
beforeAll(async () => {
  scratch = await createScratchDatabase(allMigrations);
  system = await createScratchSystem(scratch.db, scratch.url);
});
afterAll(() => scratch.drop());

test('messages that Kafka rejected are listed without their contents', async () => {
  const { db, environmentId } = system;
  await insertOutboxRejected(db, {
    topic: 'loyalty.facts',
    message: Buffer.from('customer-42'),
    reason: 'MESSAGE_TOO_LARGE',
    environmentId,
    memberKey: null,
  });
  const { exitCode, document } = await system.documentOf('outbox', 'rejected', '--limit', '5');
  expect(exitCode).toBe(0);
  expect(document).toMatchObject({
    rejected: [{ topic: 'loyalty.facts', environmentId, bytes: 11, reason: 'MESSAGE_TOO_LARGE' }],
  });
  expect(JSON.stringify(document)).not.toContain('customer-42');
});
