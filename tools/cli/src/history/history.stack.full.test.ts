import { factCodec, readerFor } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { insertDifferences, insertGhosts, listEpochs, type PublishedFact } from '@loyalty/storage/history';
import { unpackMessages } from '@loyalty/streams/outbox';
import { addCodes, openPool } from '@loyalty/tables/rewards/management';
import { skipDrawnCodes } from '@loyalty/tables/skipped-codes';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
let epoch: string;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
  epoch = (await listEpochs(scratch.db))[0]?.epoch ?? '';
});
afterEach(() => scratch.drop());

const memberId = randomId();
const factId = randomId();
const tenantId = randomId();

/** A published redeem that is not stored, and a receipt that earned less than was published. */
const loseSome = async (): Promise<void> => {
  const { environmentId } = system;
  const data = { redeemTransactionId: randomId(), transactionRef: 'redeem-1', memberId, pointsRedeemed: 20 };
  const fact = {
    id: factId,
    environmentId,
    tenantId,
    type: 'transaction.redeemed',
    occurredAtMs: 0,
    ledgerSeq: 3,
    data,
  };
  await insertGhosts(scratch.db, epoch, [{ fact, outcome: null }]);
  const difference = {
    environmentId,
    operation: 'evaluate',
    ref: 'receipt-1',
    memberId,
    refusal: null,
    published: { pointsAwarded: 10, campaigns: [1] },
    stored: { pointsAwarded: 4 },
    pointsPublished: 10,
    pointsStored: 4,
    isBalanceOnly: false,
  };
  const balance = { ...difference, ref: 'receipt-2', pointsStored: 10, isBalanceOnly: true };
  await insertDifferences(scratch.db, [difference, balance]);
};

const findings = async () => {
  const { document, exitCode } = await system.documentOf('check');
  const { checks } = document as { readonly checks: readonly { invariant: string; violations: number }[] };
  return { exitCode, history: checks.find(({ invariant }) => invariant === 'history') };
};

test('a database that lost nothing has its epochs, and no open rows', async () => {
  const { document, exitCode } = await system.documentOf('history', 'list');
  expect([document, exitCode]).toMatchObject([
    { epochs: [{ epoch, isPresent: true, openGhosts: 0, openDifferences: 0, isComplete: true }] },
    0,
  ]);
  expect(await findings()).toMatchObject({ exitCode: 0, history: { violations: 0 } });
});

test('▲ published facts that are not true are shown, and fail the check until a person closes them', async () => {
  await loseSome();
  const { document } = await system.documentOf('history', 'show', epoch);
  expect(document).toMatchObject({
    epoch,
    open: {
      ghosts: [
        { factId, tenantId, type: 'transaction.redeemed', said: { transactionRef: 'redeem-1', memberId } },
      ],
      differences: [{ ref: 'receipt-1', told: { pointsAwarded: 10 }, stored: { pointsAwarded: 4 } }],
    },
    settled: { ghosts: [], differences: [{ ref: 'receipt-2', isBalanceOnly: true }] },
  });
  expect(await findings()).toMatchObject({ exitCode: 1, history: { violations: 2 } });
  const { out } = await system.loyaltyctl(['history', 'show', epoch]);
  expect(out).toMatch(
    /without a stored effect: 1\.[^]*transaction\.redeemed +redeem-1[^]*evaluate +receipt-1 +10 +4/,
  );
  expect((await system.loyaltyctl(['check'])).out).toContain('✗ history the facts of lost histories');
  expect((await system.loyaltyctl(['history', 'close', epoch])).exitCode).toBe(1);
  expect(await findings()).toMatchObject({ history: { violations: 2 } });
  const closed = await system.documentOf('history', 'close', epoch, '--yes');
  expect(closed).toEqual({ document: { closed: 2 }, exitCode: 0 });
  expect(await findings()).toMatchObject({ exitCode: 0, history: { violations: 0 } });
});

/** Stands in for the services that publish: new outbox rows are deleted at once. */
const publishing = async <T>(work: () => Promise<T>): Promise<T> => {
  const sweep = setInterval(() => void scratch.db.query('DELETE FROM outbox'), 20);
  try {
    return await work();
  } finally {
    clearInterval(sweep);
  }
};

test('▲ published points are booked when a person orders it, and are no longer open', async () => {
  const member = await system.enrol('anna');
  const { environmentId } = system;
  const difference = {
    environmentId,
    operation: 'evaluate',
    ref: 'receipt-1',
    memberId: member,
    refusal: null,
    published: { pointsAwarded: 10 },
    stored: { pointsAwarded: 4 },
    pointsPublished: 10,
    pointsStored: 4,
    isBalanceOnly: false,
  };
  await insertDifferences(scratch.db, [difference, { ...difference, ref: 'receipt-2', pointsStored: 12 }]);
  const left = [{ ref: 'receipt-2', points: -2, why: 'NOTHING_LACKS' }];
  expect(await system.documentOf('history', 'settle', epoch)).toMatchObject({
    document: { isHonoured: false, booked: 1, points: 6, left },
    exitCode: 0,
  });
  expect((await system.loyaltyctl(['history', 'settle', epoch, '--honour'])).exitCode).toBe(1);
  expect(await findings()).toMatchObject({ history: { violations: 2 } });
  const honoured = await publishing(() => system.documentOf('history', 'settle', epoch, '--honour', '--yes'));
  expect(honoured).toMatchObject({ document: { isHonoured: true, booked: 1, points: 6, left }, exitCode: 0 });
  const { out } = await system.loyaltyctl(['history', 'settle', epoch, '--honour']);
  expect(out).toMatch(/To be written: 0 points in 0 adjustments\.\nLeft unchanged: 1\.[^]*receipt-2 +-2/);
  expect(await findings()).toMatchObject({ history: { violations: 1 } });
  const { document } = await system.documentOf('members', 'show', member, ...system.place);
  expect(document).toMatchObject({
    member: { pointsBalance: 6 },
    entries: [{ type: 'ADJUST', points: 6, transactionRef: `history:${epoch}:receipt-1` }],
  });
});

test('▲ skipped codes are shown by pool, and returned when a person orders it, without the published ones', async () => {
  const { environmentId } = system;
  const opened = await openPool(scratch.db, environmentId, { name: 'films' });
  if (opened.outcome !== 'opened') throw new Error(opened.reason);
  await addCodes(scratch.db, opened.poolId, ['A', 'B', 'C']);
  const draw = { environmentId, poolId: opened.poolId, place: 2, rewardId: randomId() };
  await scratch.db.transaction((tx) => skipDrawnCodes(tx, epoch, [draw]));
  const { document } = await system.documentOf('history', 'show', epoch);
  expect(document).toMatchObject({ skippedCodes: [{ pool: 'films', told: 1, untold: 1 }] });
  expect((await system.loyaltyctl(['history', 'show', epoch])).out).toMatch(/films +1 +1 +1 to 2/);
  const line = ['codes', 'return', epoch, '--pool', 'films', ...system.place];
  expect((await system.loyaltyctl(line)).exitCode).toBe(1);
  expect(await system.documentOf(...line, '--yes')).toEqual({
    document: { returned: 1, told: 1 },
    exitCode: 0,
  });
  expect(await system.documentOf('codes', 'pools', ...system.place)).toMatchObject({
    document: { pools: [{ name: 'films', remaining: 2 }] },
  });
});

test('▲ a write of loyaltyctl publishes a fact: nothing is open while the write is stored, and it is listed once it is lost', async () => {
  const { db } = scratch;
  await system.loyaltyctl(['settings', 'set', 'pointValueCents', '3', ...system.place]);
  const key = await system.documentOf('keys', 'create', '--role', 'till', ...system.place);
  await system.documentOf('tenants', 'create', 'Another');
  const provider = ['--url', 'https://codes.example/in', '--secret', 'a secret', '--not-idempotent'];
  await system.documentOf('providers', 'set', 'acme', ...provider, ...system.place);
  const facts = (await db.query<{ messages: Buffer }>('SELECT messages FROM outbox ORDER BY id')).flatMap(
    ({ messages }) => unpackMessages(messages).map(factIn),
  );
  expect(facts.map(({ data }) => [data['kind'], data['action']])).toEqual([
    ['setting', 'changed'],
    ['api-key', 'created'],
    ['tenant', 'created'],
    ['provider', 'created'],
  ]);
  expect(JSON.stringify(facts)).not.toContain('a secret');
  expect(JSON.stringify(facts)).not.toContain((key.document as { key: string }).key);
  await insertGhosts(
    db,
    epoch,
    facts.map((fact) => ({ fact, outcome: null })),
  );
  const open = async () => {
    const { document } = await system.documentOf('history', 'show', epoch);
    return (document as { open: { ghosts: { said: { kind: string } }[] } }).open.ghosts.map(
      ({ said }) => said.kind,
    );
  };
  expect(await open()).toEqual([]);
  await db.query(`UPDATE history_ghosts SET outcome = NULL, settled_at = NULL`);
  await db.query(`UPDATE environments SET settings = '{}', settings_written = '{}'`);
  await db.query(`DELETE FROM reward_providers`);
  expect((await open()).toSorted()).toEqual(['provider', 'setting']);
});

const factIn = ({ value }: OutgoingMessage): PublishedFact => {
  const read = readerFor(factCodec, factCodec.schemaText);
  const { id, environmentId, tenantId, type, occurredAt, ledgerSeq, data } = read(value ?? Buffer.alloc(0));
  return {
    id,
    environmentId: environmentId as EnvironmentId,
    tenantId,
    type,
    occurredAtMs: occurredAt,
    ledgerSeq,
    data: JSON.parse(data.toString()) as PublishedFact['data'],
  };
};

test('a missing epoch is reported', async () => {
  const { exitCode, err } = await system.loyaltyctl(['history', 'show', randomId()]);
  expect([exitCode, err]).toEqual([1, expect.stringContaining('There is no epoch')]);
});
