import type { EnvironmentId } from '@loyalty/kernel';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { findUnknownEnvironments, passEnvironmentNumbers, readNextEnvironment } from '../cells.ts';
import { createTenant } from './tenants.ts';

let scratch: ScratchDatabase;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
});
afterEach(() => scratch.drop());

test('▲ a tenant gets no number up to one that records name, and numbers never go back', async () => {
  const { db } = scratch;
  expect(await readNextEnvironment(db)).toBe(1);
  expect(await passEnvironmentNumbers(db, 500)).toBe(true);
  expect(await passEnvironmentNumbers(db, 400)).toBe(false);
  const { environmentIds } = await createTenant(db, { name: 'Test' });
  expect(Object.values(environmentIds).toSorted()).toEqual([501, 502]);
  expect(await readNextEnvironment(db)).toBe(503);
});

test('a number of another cell is not passed', async () => {
  expect(await passEnvironmentNumbers(scratch.db, 100_000_001)).toBe(false);
  expect(await readNextEnvironment(scratch.db)).toBe(1);
});

test('numbers that no environment has are found', async () => {
  const { environmentIds } = await createTenant(scratch.db, { name: 'Test' });
  const strange = 77 as EnvironmentId;
  expect(await findUnknownEnvironments(scratch.db, [environmentIds.live, strange])).toEqual([strange]);
});
