import { headers, topics } from '@loyalty/contracts';
import { burnRequestCodec } from '@loyalty/contracts/burning';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type EnvironmentId, randomId, type TransactionId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { checkChanged, readStartMark } from './checks/changed-checks.ts';
import { invariantChecks, runInvariantCheck } from './checks/invariant-checks.ts';
import {
  createLapseRedemptionsJob,
  readEnvironmentsWithDueRedemptions,
  readLapsesOverdue,
} from './lapse-redemptions.ts';
import {
  closeRedemptions,
  countOpenRedemptions,
  listOpenRedemptions,
  type OpenRedemptionPlace,
  readOpenRedemptionsPage,
  writeOpenRedemptions,
} from './redemptions.ts';
import { createTenant } from './tenants/tenants.ts';
import { enrolWithPoints, type LotMember } from './testing/lots-on-postgres.ts';

// A database of its own: the stack's job would ask for lapses, too, and checks read the whole database.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let member: LotMember;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  environmentId = (await createTenant(db, { name: `Redemptions ${randomId()}` })).environmentIds.live;
  member = await enrolWithPoints(db, environmentId, [{ points: 10 }]);
});

const nowMs = Date.UTC(2026, 5, 1, 12);

const open = async (ref: string, expiresAtMs = nowMs, transactionId = randomId() as TransactionId) => {
  const { memberId } = member;
  await writeOpenRedemptions(db, [{ environmentId, memberId, ref, transactionId, points: 10, expiresAtMs }]);
  return transactionId;
};

let sent: OutgoingMessage[] = [];
const job = createLapseRedemptionsJob({
  db: { query: (...asked) => db.query(...asked) },
  schemaId: () => 7,
  outbox: {
    add: (_, messages) => {
      sent.push(...messages);
      return Promise.resolve();
    },
  },
});

/** Runs one chunk, so many milliseconds after the time of most redemptions. */
const ask = async (afterMs: number, size = 100): Promise<readonly string[]> => {
  sent = [];
  await db.transaction((tx) => job.chunk(tx, { environmentId, atMs: nowMs + afterMs, cursor: null, size }));
  return sent
    .map(({ value }) => burnRequestCodec.readerFor(burnRequestCodec.schemaText)(value ?? Buffer.alloc(0)).ref)
    .toSorted();
};

test('▲ a lapse is asked for a minute after its time, as a void of the member (D187)', async () => {
  await open('due');
  await open('later', nowMs + 1);
  expect(await ask(59_999)).toEqual([]);
  expect(await ask(60_000)).toEqual(['due']);
  const [message] = sent;
  expect(message).toMatchObject({
    topic: topics.burnRequestsBulk,
    key: Buffer.from(member.memberKey.toString('base64url')),
    headers: { [headers.environment]: environmentId.toString() },
  });
  expect(
    burnRequestCodec.readerFor(burnRequestCodec.schemaText)(message?.value ?? Buffer.alloc(0)),
  ).toMatchObject({
    kind: 'VOID',
    isLapse: true,
    transactionRef: 'due',
    memberKey: member.memberKey,
  });
});

test('it is asked for once a minute until the row is gone, and what is due first comes first', async () => {
  await open('b', nowMs + 5);
  await open('a');
  expect(await ask(90_000, 1)).toEqual(['a']);
  expect(await ask(90_000)).toEqual(['b']);
  expect(await ask(90_000)).toEqual([]);
  // By the later of the run's time and the database's.
  await db.query(`UPDATE open_redemptions SET ask_at = to_timestamp($1 / 1000.0) WHERE environment_id = $2`, [
    nowMs,
    environmentId,
  ]);
  await closeRedemptions(db, [{ environmentId, memberId: member.memberId, ref: 'a' }]);
  expect(await ask(180_000)).toEqual(['b']);
});

test('▲ a row that an engine has locked is left for the next run: nobody waits', async () => {
  await open('held');
  await db.transaction(async (tx) => {
    await tx.query('SELECT FROM open_redemptions WHERE environment_id = $1 FOR UPDATE', [environmentId]);
    expect(await ask(60_000)).toEqual([]);
  });
  expect(await ask(60_000)).toEqual(['held']);
});

test('environments with due ones are found; those with later ones are not', async () => {
  await open('later', Date.now() + 3_600_000);
  expect(await readEnvironmentsWithDueRedemptions(db)).not.toContain(environmentId);
  await open('due', Date.now() - 61_000);
  expect(await readEnvironmentsWithDueRedemptions(db)).toContain(environmentId);
});

test('open ones are counted by member key, and listed by their time', async () => {
  await open('second', nowMs + 1);
  await open('first');
  const { memberId, memberKey } = member;
  expect(await countOpenRedemptions(db, [{ environmentId, memberKey }])).toEqual([
    { environmentId, memberId, open: 2 },
  ]);
  expect(await countOpenRedemptions(db, [])).toEqual([]);
  expect(await listOpenRedemptions(db, { environmentId, memberId })).toMatchObject([
    { ref: 'first', points: 10, expiresAt: new Date(nowMs) },
    { ref: 'second' },
  ]);
});

test('▲ how late the oldest lapse is shows, though it was asked for just now', async () => {
  await db.query('DELETE FROM open_redemptions');
  await open('later', Date.now() - 30_000);
  expect(await readLapsesOverdue(db)).toBe(0);
  await open('late', Date.now() - 160_000);
  await ask(Date.now() - nowMs);
  expect(await readLapsesOverdue(db)).toBeGreaterThanOrEqual(100);
  // Of a tenant that is closed nothing lapses.
  await db.query(`UPDATE environments SET closed = 'MOVED' WHERE id = $1`, [environmentId]);
  expect(await readLapsesOverdue(db)).toBe(0);
});

test('those of an environment are listed page by page; one that is asked for meanwhile comes again', async () => {
  await open('b', Date.now() + 60_000);
  await open('a', Date.now() + 60_000);
  await open('late', Date.now() - 160_000);
  const pageOf = async (after: OpenRedemptionPlace | null, limit = 2, isOverdue = false) =>
    readOpenRedemptionsPage(db, environmentId, { after, limit, isOverdue });
  const first = await pageOf(null);
  expect(first.map(({ ref }) => ref)).toEqual(['late', expect.stringMatching(/^[ab]$/)]);
  const rest = await pageOf(first.at(-1) ?? null);
  expect([...first, ...rest].map(({ ref }) => ref).toSorted()).toEqual(['a', 'b', 'late']);
  await ask(Date.now() - nowMs);
  expect((await pageOf(first.at(0) ?? null, 9)).map(({ ref }) => ref)).toContain('late');
  expect((await pageOf(null, 9, true)).map(({ ref }) => ref)).toEqual(['late']);
});

describe('I22', () => {
  const store = (ref: string, operation: string, answer: object, id: string = randomId()) =>
    db.query(
      `WITH touched AS (UPDATE members SET updated_at = now() WHERE environment_id = $1 AND id = $2)
       INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
       VALUES ($1, $3, $4, $5, $2, '', convert_to($6, 'UTF8'), now())`,
      [environmentId, member.memberId, operation, ref, id, JSON.stringify(answer)],
    );

  const authorized = async (ref: string, given: object = {}): Promise<TransactionId> => {
    const id = randomId() as TransactionId;
    const answer = {
      pointsRedeemed: 10,
      state: 'AUTHORIZED',
      expiresAt: new Date(nowMs).toISOString(),
      ...given,
    };
    await store(ref, 'redeem', answer, id);
    return id;
  };

  const brokenOf = async (
    find: () => Promise<readonly { readonly invariant: string; readonly examples: readonly string[] }[]>,
  ) => {
    const name = `${environmentId.toString()}/`;
    const found = (await find()).filter(({ invariant }) => invariant === 'I22');
    return found
      .flatMap(({ examples }) => examples.filter((one) => one.startsWith(name)))
      .map((one) => one.slice(name.length))
      .toSorted();
  };

  const broken = async (): Promise<readonly string[]> => {
    const ofAll = await brokenOf(() =>
      Promise.all(
        invariantChecks
          .filter(({ invariant }) => invariant === 'I22')
          .map((check) => runInvariantCheck(db, check)),
      ),
    );
    const mark = { ...(await readStartMark(db)), xid: 3, beganAt: new Date(0) };
    expect(await brokenOf(() => checkChanged(db, mark))).toEqual(ofAll);
    return ofAll;
  };

  beforeEach(async () => {
    await db.query('DELETE FROM open_redemptions');
    await db.query(`DELETE FROM transactions WHERE operation IN ('redeem', 'capture', 'void')`);
  });

  it('holds of what is open, captured or voided, and of plain redeems', async () => {
    await open('open', nowMs, await authorized('open'));
    await authorized('captured');
    await store('captured', 'capture', { state: 'CAPTURED' });
    await authorized('voided');
    await store('voided', 'void', { state: 'VOIDED', pointsRefunded: 0, pointsExpired: 0 });
    await store('plain', 'redeem', { pointsRedeemed: 10, state: 'PROCESSED' });
    expect(await broken()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an authorization that is nowhere', () => authorized('x')],
    ['a row without its redeem', () => open('x')],
    [
      'a row of another redeem',
      async () => {
        await authorized('x');
        await open('x');
      },
    ],
    ['a row of a plain redeem', async () => open('x', nowMs, await authorized('x', { state: 'PROCESSED' }))],
    ['a row with other points', async () => open('x', nowMs, await authorized('x', { pointsRedeemed: 11 }))],
    ['a row with another time', async () => open('x', nowMs + 1, await authorized('x'))],
    [
      'a row of what was captured',
      async () => {
        await open('x', nowMs, await authorized('x'));
        await store('x', 'capture', { state: 'CAPTURED' });
      },
    ],
  ])('finds %s', async (_what, breakIt) => {
    await breakIt();
    expect(await broken()).toEqual(['x']);
  });
});
