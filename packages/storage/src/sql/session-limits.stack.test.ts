import { silentLogger } from '@loyalty/telemetry/logger';
import { createDatabase, type Database, type Transaction } from './database.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';
const common = { url, applicationName: 'storage-test', poolMax: 1, logger: silentLogger };
const key = 7_305_900;

const opened: Database[] = [];
const open = (limits?: { transactionMs: number; idleInTransactionMs: number; lockMs: number }): Database => {
  const db = createDatabase({ ...common, ...(limits && { limits }) });
  opened.push(db);
  return db;
};
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

const lock = (tx: Transaction): Promise<unknown> => tx.query('SELECT pg_advisory_xact_lock($1)', [key]);

/** Resolves once a transaction has the lock. `ended` resolves with the transaction's outcome. */
const holding = async (db: Database, meanwhile: (tx: Transaction) => Promise<unknown>) => {
  let hasLock = (): void => undefined;
  const locked = new Promise<void>((resolve) => {
    hasLock = resolve;
  });
  const ended = db
    .transaction(async (tx) => {
      await lock(tx);
      hasLock();
      await meanwhile(tx);
    })
    .then(
      () => 'committed',
      () => 'ended by the server',
    );
  await locked;
  return { ended };
};

test('▲ a frozen process frees its locks: a transaction without a statement is ended by the server', async () => {
  const frozen = open({ transactionMs: 60_000, idleInTransactionMs: 200, lockMs: 60_000 });
  let thaw = (): void => undefined;
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  const { ended } = await holding(frozen, () => thawed);
  // Waits as long as the other transaction holds the lock, which without the limit is for ever.
  await open().transaction(lock);
  thaw();
  expect(await ended).toBe('ended by the server');
});

test('▲ a transaction that is never idle, and never ends, is ended by the server', async () => {
  const endless = open({ transactionMs: 300, idleInTransactionMs: 60_000, lockMs: 60_000 });
  const { ended } = await holding(endless, async (tx) => {
    for (;;) await tx.query('SELECT pg_sleep(0.05)');
  });
  await open().transaction(lock);
  expect(await ended).toBe('ended by the server');
});

test('▲ a transaction that waits for a lock gives up after its limit, and may run again', async () => {
  let free = (): void => undefined;
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const { ended } = await holding(open(), () => freed);
  const waiter = open({ transactionMs: 60_000, idleInTransactionMs: 60_000, lockMs: 100 });
  await expect(waiter.transaction(lock)).rejects.toMatchObject({ code: '55P03' });
  free();
  expect(await ended).toBe('committed');
});
