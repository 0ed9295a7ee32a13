import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import {
  createDatabase,
  type Database,
  onlyRow,
  type Queryable,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { withScratchDatabase } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { readVersions } from '../configuration/config-version.ts';
import { accountsMigrations } from '../migrations.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, keyOfMember } from '../testing/enrol-member.ts';
import { lockAccounts, type MemberIdentity } from './accounts.ts';

// eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
const url = process.env['DATABASE_URL'] ?? '';
const options = { url, applicationName: 'accounts-test', poolMax: 4, logger: silentLogger };

interface Enrolled extends MemberIdentity {
  readonly memberId: MemberId;
}

let db: Database;
let environmentId: EnvironmentId;
let member: MemberIdentity;

/** Enrols a member. Returns what {@link lockAccounts} needs, with the id. */
const enrol = async (own: Database, inEnvironment: EnvironmentId): Promise<Enrolled> => {
  const memberId = await enrolMember(own, inEnvironment);
  return { environmentId: inEnvironment, memberKey: keyOfMember(memberId), memberId };
};

beforeAll(async () => {
  db = createDatabase(options);
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
  member = await enrol(db, environmentId);
});
afterAll(() => db.close());

const pidOf = async (tx: Transaction): Promise<number> =>
  onlyRow(await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'), 'pid').pid;

const versionOf = async (tx: Queryable): Promise<number | undefined> =>
  (await readVersions(tx, [environmentId], 'engines')).get(environmentId);

/**
 * Runs `read` in a transaction that must wait for the member's lock. The lock's owner raises the
 * configuration's version meanwhile and commits. Returns the result of the read and the version at its end.
 */
const readBesideHolder = async <T>(read: (tx: Transaction) => Promise<T>) => {
  const { reading } = await db.transaction(async (holder) => {
    await lockAccounts(holder, [member]);
    const started = db.transaction(read);
    const pid = await pidOf(holder);
    await eventually('the reader waits for the member', async () => {
      const waiters = await db.query(
        'SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
        [pid],
      );
      return waiters.length === 1;
    });
    await holder.query('UPDATE environments SET config_version = config_version + 1 WHERE id = $1', [
      environmentId,
    ]);
    return { reading: started };
  });
  return { read: await reading, truth: await versionOf(db) };
};

const joinedText = `
  SELECT e.config_version AS version FROM members m JOIN environments e ON e.id = m.environment_id
   WHERE m.environment_id = $1 AND m.member_key = $2 FOR NO KEY UPDATE OF m`;

test('▲ a lock joined with a read returns stale neighbours; a lock and then a read returns the newest (D33)', async () => {
  const joined = await readBesideHolder(async (tx) =>
    onlyRow(await tx.query<{ version: number }>(joinedText, [environmentId, member.memberKey]), 'joined'),
  );
  expect(joined.read.version).toBe(Number(joined.truth) - 1);

  const apart = await readBesideHolder(async (tx) => {
    const locked = await lockAccounts(tx, [member]);
    return { locked: locked.length, version: await versionOf(tx) };
  });
  expect(apart.read).toEqual({ locked: 1, version: apart.truth });
});

test('▲ a lock and a read that are sent together run in their order: the read returns the newest (D33)', async () => {
  const { read, truth } = await readBesideHolder(async (tx) => {
    const [, version] = await Promise.all([lockAccounts(tx, [member]), versionOf(tx)]);
    return version;
  });
  expect(read).toBe(truth);
});

/** Returns the text of a statement, as it is sent. */
const textsOf = async (work: (tx: Transaction) => Promise<unknown>): Promise<string[]> => {
  const texts: string[] = [];
  await db.transaction(async (tx) => {
    const noting: Transaction['query'] = (statement: Statement | string, values) => {
      texts.push(typeof statement === 'string' ? statement : statement.text);
      return tx.query(statement, values);
    };
    await work({ ...tx, query: noting });
  });
  return texts;
};

test('▲ statements that lock do nothing else: one statement on one table locks accounts, in order of id (D98)', async () => {
  const texts = await textsOf((tx) => lockAccounts(tx, [member]));
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatch(/ORDER BY id FOR NO KEY UPDATE$/);
  expect(texts[0]).not.toMatch(/\bJOIN\b/i);
  expect(texts[0]?.match(/\bFROM\s+(?!unnest|last_activity_at)(\w+)/g)).toEqual(['FROM members']);
});

/** Inserts a row that refers to the member while another transaction locks them. Returns the outcome. */
const insertBeside = (
  own: Database,
  refersTo: Enrolled,
  hold: (tx: Transaction) => Promise<unknown>,
): Promise<string> =>
  own.transaction(async (holder) => {
    await hold(holder);
    return own
      .transaction(async (tx) => {
        await tx.query(`SET LOCAL lock_timeout = '300ms'`);
        await tx.query('INSERT INTO refers VALUES ($1, $2)', [refersTo.environmentId, refersTo.memberId]);
      })
      .then(
        () => 'inserted',
        (failure: unknown) => String((failure as { code?: unknown }).code),
      );
  });

test('▲ FOR UPDATE collides with any row that refers to the member; FOR NO KEY UPDATE does not', () =>
  withScratchDatabase(async (own) => {
    const stranger = await enrol(own, 1 as EnvironmentId);
    await own.query(`
      CREATE TABLE refers (
        environment_id int, member_id uuid,
        FOREIGN KEY (environment_id, member_id) REFERENCES members (environment_id, id)
      )`);
    const forUpdate = 'SELECT id FROM members WHERE environment_id = $1 AND id = $2 FOR UPDATE';
    expect(
      await insertBeside(own, stranger, (tx) =>
        tx.query(forUpdate, [stranger.environmentId, stranger.memberId]),
      ),
    ).toBe('55P03');
    expect(await insertBeside(own, stranger, (tx) => lockAccounts(tx, [stranger]))).toBe('inserted');
  }, accountsMigrations));
