import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
});
afterAll(() => scratch.drop());

const pending = () =>
  system.db.query('SELECT environment_id AS id FROM retierings WHERE wanted > done ORDER BY environment_id');

test('tiers retier asks for the check of one environment, however often it is given', async () => {
  expect(await pending()).toEqual([]);
  const { document } = await system.documentOf('tiers', 'retier', ...system.place);
  expect(document).toEqual({ queued: true });
  await system.documentOf('tiers', 'retier', ...system.place);
  expect(await pending()).toEqual([{ id: system.environmentId }]);
});
