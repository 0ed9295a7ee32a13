import { type EnvironmentId, type MemberId, randomId, systemClock } from '@loyalty/kernel';
import { type Difference, insertDifferences, listDifferences, listEpochs } from '@loyalty/storage/history';
import { jobAuthor } from '@loyalty/tables/authors';
import { eraseMember } from '@loyalty/tables/erasure';
import type { PointsAdjusted } from '@loyalty/tables/ledger';
import { createTenant } from '@loyalty/tables/tenants';
import { enrolMember } from '@loyalty/tables/testing';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { honourDifferences, honourRefOf, previewHonour } from './honour-differences.ts';

let scratch: ScratchDatabase;
let environmentId: EnvironmentId;
let epoch: string;
let memberId: MemberId;
let erasedId: MemberId;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  const { id: tenantId, environmentIds } = await createTenant(scratch.db, { name: 'Test' });
  environmentId = environmentIds.live;
  epoch = (await listEpochs(scratch.db))[0]?.epoch ?? '';
  [memberId, erasedId] = [await enrol(), await enrol()];
  const scope = { environmentId, tenantId };
  await scratch.db.transaction((tx) => eraseMember(tx, scope, erasedId));
});
afterEach(() => scratch.drop());

const enrol = (): Promise<MemberId> => enrolMember(scratch.db, environmentId);

const published = (ref: string, pointsPublished: number, given: Partial<Difference> = {}): Difference => ({
  environmentId,
  operation: 'evaluate',
  ref,
  memberId,
  published: {},
  stored: {},
  refusal: null,
  pointsPublished,
  pointsStored: 0,
  isBalanceOnly: false,
  ...given,
});

const honour = (publish: (adjusted: PointsAdjusted) => Promise<void> = () => Promise.resolve()) =>
  honourDifferences(
    {
      db: scratch.db,
      clock: systemClock,
      author: jobAuthor('a test'),
      onChunk: () => Promise.resolve(),
      publish: (_, adjusted) => publish(adjusted),
    },
    epoch,
  );

const entries = () =>
  scratch.db.query(
    `SELECT t.ref, e.points::int FROM ledger_entries e JOIN transactions t ON t.id = e.transaction_id
      WHERE e.member_id = $1 ORDER BY t.ref`,
    [memberId],
  );

const outcomes = async () =>
  Object.fromEntries((await listDifferences(scratch.db, epoch)).map(({ ref, outcome }) => [ref, outcome]));

test('▲ published points that are not stored are booked once; a difference that lacks none is left', async () => {
  await insertDifferences(scratch.db, [
    published('a', 10, { pointsStored: 4 }),
    published('a', 3, { operation: 'event' }),
    published('b', 4, { pointsStored: 10 }),
    published('c', -20, { operation: 'redeem' }),
    published('d', 5, { memberId: erasedId }),
    published('e', 5, { memberId: null }),
    published('f', 5, { isBalanceOnly: true }),
  ]);
  const sums = { booked: 2, points: 9, failed: 2, leftTotal: 4 };
  expect(await previewHonour(scratch.db, epoch)).toMatchObject({ booked: 3, points: 14, leftTotal: 3 });
  expect(await entries()).toEqual([]);
  expect(await honour()).toMatchObject({
    ...sums,
    left: [
      { ref: 'b', points: -6, why: 'NOTHING_LACKS' },
      { ref: 'd', points: 5, why: 'MEMBER_ERASED' },
      { ref: 'e', points: 5, why: 'MEMBER_UNKNOWN' },
      { ref: 'c', points: -20, why: 'NOTHING_LACKS' },
    ],
  });
  const booked = [
    { ref: `history:${epoch}:a`, points: 6 },
    { ref: `history:${epoch}:event:a`, points: 3 },
  ];
  expect(await entries()).toEqual(booked);
  expect(await honour()).toMatchObject({ ...sums, booked: 0, points: 0 });
  expect(await entries()).toEqual(booked);
  expect(await outcomes()).toMatchObject({ a: 'HONOURED', b: null, c: null, d: null, e: null, f: 'SETTLED' });
});

test('▲ a run that is stopped half-way books nothing twice when it is repeated', async () => {
  await insertDifferences(scratch.db, [published('a', 1), published('b', 2), published('c', 3)]);
  const stopped = honour(({ ref }) =>
    ref?.endsWith(':b') === true ? Promise.reject(new Error('killed')) : Promise.resolve(),
  );
  await expect(stopped).rejects.toThrow('killed');
  expect(await outcomes()).toEqual({ a: 'HONOURED', b: null, c: null });
  await Promise.all([honour(), honour()]);
  expect(await entries()).toEqual(
    ['a', 'b', 'c'].map((ref, at) => ({ ref: `history:${epoch}:${ref}`, points: at + 1 })),
  );
});

test('a reference that is used for something else is reported, and nothing is booked', async () => {
  await insertDifferences(scratch.db, [published('event:x', 1), published('x', 2, { operation: 'event' })]);
  expect(await honour()).toMatchObject({ booked: 1, failed: 1, left: [{ why: 'REF_TAKEN' }] });
});

test('references of 255 characters get different references for their adjustments (D121)', () => {
  const [one, other] = ['1', '2'].map((end) =>
    honourRefOf({ epoch: randomId(), operation: 'evaluate', ref: '𝕏'.repeat(254) + end }),
  );
  expect(one).not.toBe(other);
  expect(Array.from(one ?? '').length).toBeLessThanOrEqual(255);
});
