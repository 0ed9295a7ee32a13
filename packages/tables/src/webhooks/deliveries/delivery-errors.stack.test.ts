import { randomUUID } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { recordErrors } from './record-attempts.ts';

let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

const countOf = async (webhookId: string): Promise<number> =>
  (await db.query('SELECT FROM delivery_errors WHERE webhook_id = $1', [webhookId])).length;

const addMany = (webhookId: string, count: number) =>
  db.query(
    `INSERT INTO delivery_errors (webhook_id, created_at, delivery_id, environment_id, error_body)
     SELECT $1, now() - n * interval '1 second', gen_random_uuid(), 1, 'later' FROM generate_series(1, $2) AS n`,
    [webhookId, count],
  );

test("▲ response bodies of an endpoint's newest thousand deliveries are stored; one delivery in 64 deletes older ones", async () => {
  const [full, other] = [randomUUID(), randomUUID()];
  await addMany(full, 1_500);
  await addMany(other, 1_500);
  const recordOne = (id: string) =>
    db.transaction((tx) =>
      recordErrors(tx, [
        {
          webhookId: full,
          id,
          createdAtMs: Date.now(),
          environmentId: 1 as EnvironmentId,
          memberId: null,
          errorBody: 'no',
        },
      ]),
    );
  await recordOne(randomUUID().slice(0, -2) + '41');
  expect(await countOf(full)).toBe(1_501);
  await recordOne(randomUUID().slice(0, -2) + '40');
  expect([await countOf(full), await countOf(other)]).toEqual([1_000, 1_500]);
  const newest = await db.query(`SELECT FROM delivery_errors WHERE webhook_id = $1 AND error_body = 'no'`, [
    full,
  ]);
  expect(newest).toHaveLength(2);
});
