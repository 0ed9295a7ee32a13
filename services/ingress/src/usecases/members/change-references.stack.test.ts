import { type EnvironmentId, type MemberId, memberKeyOf, randomId, systemClock } from '@loyalty/kernel';
import { referencesVersion } from '@loyalty/rules';
import type { Database, Transaction } from '@loyalty/storage';
import { noteProcess } from '@loyalty/storage/processes';
import { readWrittenEntities } from '@loyalty/tables/effects';
import { listAuditEntries } from '@loyalty/tables/audit';
import { listReferences } from '@loyalty/tables/members/management';
import { createTenant } from '@loyalty/tables/tenants';
import { enrolMember } from '@loyalty/tables/testing';
import { createSchemaDatabase, type ScratchDatabase, untilLockWaits } from '@loyalty/testkit/database';
import { sharesOf } from '../../testing/shares-of.ts';
import { callerOf } from '../../testing/test-caller.ts';
import type { ManagementWrite } from '../management-writes.ts';
import { createPutMemberReference, createReleaseMemberReference } from './change-references.ts';

// A database of its own: the stack's services are processes as well.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let memberId: MemberId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
  memberId = await enrolMember(db, environmentId);
});
afterEach(() => db.query('DELETE FROM processes'));
afterAll(() => scratch.drop());

const keyOf = (reference: string): Buffer => memberKeyOf(Buffer.alloc(32), reference);

type Publish = (tx: Transaction) => Promise<void>;

const portsOf = (published: ManagementWrite[], publish: Publish = () => Promise.resolve()) => ({
  db: sharesOf(db),
  clock: systemClock,
  awaitPublication: () => Promise.resolve(),
  publishFact: () => Promise.resolve(),
  publishWrites: async (tx: Transaction, writes: readonly ManagementWrite[]) => {
    await publish(tx);
    published.push(...writes);
    return { acknowledged: Promise.resolve(true) };
  },
});

const put = (
  wanted: { readonly reference: string; readonly state?: 'BLOCKED' | 'ACTIVE' },
  published: ManagementWrite[] = [],
  publish?: Publish,
) =>
  createPutMemberReference(portsOf(published, publish))(callerOf('putMemberReference', environmentId), {
    memberId,
    memberKey: keyOf(wanted.reference),
    ...wanted,
  });

const release = (reference: string, published: ManagementWrite[] = []) =>
  createReleaseMemberReference(portsOf(published))(callerOf('releaseMemberReference', environmentId), {
    memberId,
    reference,
    memberKey: keyOf(reference),
  });

const references = async () =>
  (await listReferences(db, environmentId, memberId)).map(({ reference }) => reference);

const audited = async () =>
  (await listAuditEntries(db, { environmentId, limit: 100 })).rows.map(({ action }) => action);

const runAs = (rulesVersion: number) =>
  noteProcess(db, {
    id: randomId(),
    service: 'earn-engine',
    version: '1.2.3',
    rulesVersion,
    schema: '0001-streams',
  });

test('references wait for the last process that does not know them (D105, D345)', async () => {
  await runAs(referencesVersion);
  expect((await put({ reference: 'card-1' })).outcome).toBe('added');
  await runAs(referencesVersion - 1);
  const tooEarly = { outcome: 'not-yet-available', needs: referencesVersion, known: referencesVersion - 1 };
  expect(await put({ reference: 'card-2' })).toEqual(tooEarly);
  expect(await put({ reference: 'card-1', state: 'BLOCKED' })).toEqual(tooEarly);
  expect((await put({ reference: 'card-1' })).outcome).toBe('unchanged');
  expect(await references()).toHaveLength(2);
});

test('▲ a process that dies before COMMIT leaves neither the reference nor its entry (D208, D345)', async () => {
  const dying: Publish = async (tx) => {
    await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
  };
  await expect(put({ reference: 'card-1' }, [], dying)).rejects.toThrow();
  expect([await references(), await audited()]).toEqual([[expect.any(String)], []]);
});

test('a lost link, change or release can be found by its fact (D345)', async () => {
  const published: ManagementWrite[] = [];
  const found = async (of: ManagementWrite | undefined) => {
    const { kind = '', entityId = '' } = of ?? {};
    const [entity] = await readWrittenEntities(db, [{ environmentId, kind, entityId }]);
    const { updatedAt } = (of?.body ?? {}) as { readonly updatedAt?: string };
    return {
      isThere: entity !== undefined,
      isOfThen: Math.floor(entity?.updatedAtMs ?? 0) === Date.parse(updatedAt ?? ''),
    };
  };
  await put({ reference: 'card-1' }, published);
  expect(await found(published.at(-1))).toEqual({ isThere: true, isOfThen: true });
  const changed = await put({ reference: 'card-1', state: 'BLOCKED' }, published);
  expect(changed.outcome).toBe('changed');
  expect(await found(published.at(-1))).toEqual({ isThere: true, isOfThen: true });
  expect((await release('card-1', published)).outcome).toBe('released');
  expect(await found(published.at(-1))).toEqual({ isThere: false, isOfThen: false });
  expect(published.map(({ kind, action }) => `${kind} ${action}`)).toEqual([
    'reference created',
    'reference changed',
    'reference deleted',
  ]);
  await put({ reference: 'card-1' }, published);
  expect(published.at(-1)?.entityId).toBe(published[0]?.entityId);
  expect(await found(published.at(-1))).toEqual({ isThere: true, isOfThen: true });
});

test('▲ a link that meets a receipt which enrols somebody by the reference begins again (D345)', async () => {
  const reference = 'card-1';
  const linking = await db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO members (environment_id, id, member_key, external_ref, state, points_balance, lifetime_points,
                            ledger_seq, enrolled_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'active', 0, 0, 0, now(), now(), now())`,
      [environmentId, randomId(), keyOf(reference), reference],
    );
    const begun = put({ reference });
    await untilLockWaits(db, 'INSERT INTO members');
    // Not awaited here: it waits for this transaction.
    return () => begun;
  });
  expect((await linking()).outcome).toBe('added');
  expect(await references()).toHaveLength(2);
  expect(await audited()).toEqual(['member.reference_changed']);
});
