import { topics } from '@loyalty/contracts';
import { findSchemaId } from '@loyalty/kafka/registry';
import { Fault, isUuid, type MemberId, memberKeyOf, systemClock } from '@loyalty/kernel';
import { tierOf } from '@loyalty/rules/tiers';
import type { Database, Queryable } from '@loyalty/storage';
import { erasureMessages, erasureRecords, type ErasureSchemaIds } from '@loyalty/streams/facts';
import { readLimitsOfMember } from '@loyalty/tables/campaigns/management';
import { eraseMember } from '@loyalty/tables/erasure';
import { readLedgerPage } from '@loyalty/tables/ledger';
import { listPending, readLots } from '@loyalty/tables/lots';
import { findMember, findMemberByKey, type MemberRecord, type Scope } from '@loyalty/tables/members';
import { listConsents, readCurrentConsents } from '@loyalty/tables/members/management';
import { listOpenRedemptions } from '@loyalty/tables/redemptions';
import { listRewards } from '@loyalty/tables/rewards/management';
import { listTiers } from '@loyalty/tables/tiers/management';
import type { EnvironmentName } from '../arguments.ts';
import { createOwnRegistry, explainingRegistry, withDatabase } from '../connections.ts';
import { requireEnvironment } from '../environments.ts';
import { noteCommand, writeUntilPublished } from '../published-writes.ts';
import { type CommandContext, type CommandOutcome, requireYes } from '../session.ts';
import { memberNotFound } from './member-by-api.ts';
import type { MemberReport } from './member-report.ts';

/** Reads what `members show` shows, newest first; each list has at most `shownMax` rows. */
export const readMemberByDatabase = (
  task: CommandContext,
  name: EnvironmentName,
  { idOrRef, shownMax }: { readonly idOrRef: string; readonly shownMax: number },
): Promise<MemberReport> =>
  withDatabase(task, async (db) => readMemberLife(db, await requireMember(db, name, idOrRef), shownMax));

export interface EraseFlags extends EnvironmentName {
  readonly yes?: true;
}

/** Erases a member for good. Asks first unless --yes. */
export const eraseByDatabase = (
  task: CommandContext,
  idOrRef: string,
  flags: EraseFlags,
): Promise<CommandOutcome> =>
  withDatabase(task, async (db) => {
    const found = await requireMember(db, flags, idOrRef);
    await requireYes(task, `Erase the member ${found.member.id}? This cannot be undone.`, flags);
    const erasedAt = await erase(task, db, found);
    task.say(`Member ${found.member.id} was erased at ${erasedAt}.`);
    return { document: { id: found.member.id, state: 'anonymized', erasedAt } };
  });

const findSchemaIds = (task: CommandContext): Promise<ErasureSchemaIds> => {
  const registry = createOwnRegistry(task);
  return explainingRegistry(task.addresses.schemaRegistryUrl(), async () => ({
    fact: await findSchemaId(registry, topics.facts),
    erasure: await findSchemaId(registry, topics.erasures),
  }));
};

/** A repeat publishes the fact again, because it is unknown whether Kafka has the first one. */
const erase = async (task: CommandContext, db: Database, { scope, member }: FoundMember): Promise<string> => {
  const schemas = await findSchemaIds(task);
  return writeUntilPublished(db, async (tx) => {
    const erased = await eraseMember(tx, scope, member.id);
    if (erased.outcome === 'not-found') throw new Fault('MEMBER_NOT_FOUND', 'The member no longer exists.');
    if (erased.outcome === 'erased') {
      const { environmentId } = scope;
      const object = { objectId: erased.memberId, objectName: null };
      await noteCommand(tx, task, {
        environmentId,
        action: 'member.erased',
        ...object,
        changes: [{ pointer: '/state' }],
      });
    }
    const erasure = { ...scope, ...erased };
    return {
      result: erased.erasedAt.toISOString(),
      messages:
        erased.outcome === 'erased'
          ? erasureMessages(erasure, schemas)
          : erasureRecords(erasure, schemas.erasure),
    };
  });
};

const readMemberLife = async (
  db: Database,
  { scope, member }: FoundMember,
  shownMax: number,
): Promise<MemberReport> => {
  const { environmentId } = scope;
  const page = { memberId: member.id, limit: shownMax };
  const atMs = systemClock.now();
  const tiers = await listTiers(db, environmentId);
  const tierId = tierOf(tiers, member.lifetimePoints);
  return {
    member,
    tier: tiers.find(({ id }) => id === tierId)?.name ?? null,
    entries: (await readLedgerPage(db, scope, { ...page, belowSeq: null })).entries,
    lots: await readLots(db, environmentId, [member.id as MemberId]),
    pending: await listPending(db, environmentId, { ...page, after: null }),
    authorizations: await listOpenRedemptions(db, { environmentId, memberId: member.id }),
    ...(await readLimitsOfMember(db, { environmentId, memberId: member.id }, atMs)),
    rewards: (await listRewards(db, { environmentId, ...page, atMs })).rows,
    consents: await listConsents(db, environmentId, page),
    current: await readCurrentConsents(db, environmentId, member.id),
  };
};

interface FoundMember {
  readonly scope: Scope;
  readonly member: MemberRecord;
}

/** Finds a member by id, or else by reference. Throws a Fault if there is none. */
export const requireMember = async (
  db: Queryable,
  name: EnvironmentName,
  idOrRef: string,
): Promise<FoundMember> => {
  const { environmentId, secret } = await requireEnvironment(db, name);
  const scope = { environmentId, tenantId: name.tenant };
  const byId = isUuid(idOrRef) ? await findMember(db, scope, idOrRef) : null;
  const member = byId ?? (await findMemberByKey(db, scope, memberKeyOf(secret, idOrRef)));
  if (member !== null) return { scope, member };
  throw memberNotFound();
};
