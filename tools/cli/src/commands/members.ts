import type { Command } from 'commander';
import { topics } from '@loyalty/contracts';
import { findSchemaId } from '@loyalty/kafka/registry';
import { Fault, isUuid, type MemberId, memberKeyOf, systemClock } from '@loyalty/kernel';
import type { Database, Queryable } from '@loyalty/storage';
import { erasureMessages, erasureRecord, type ErasureSchemaIds } from '@loyalty/streams/facts';
import { readLimitsOfMember } from '@loyalty/tables/campaigns/management';
import { eraseMember } from '@loyalty/tables/erasure';
import { readLedgerPage } from '@loyalty/tables/ledger';
import { listPending, readLots } from '@loyalty/tables/lots';
import { findMember, findMemberByKey, type MemberRecord, type Scope } from '@loyalty/tables/members';
import { listConsents, readCurrentConsents } from '@loyalty/tables/members/management';
import { listOpenRedemptions } from '@loyalty/tables/redemptions';
import { listRewards } from '@loyalty/tables/rewards/management';
import { apiAccessOf, type ApiFlags, apiKeyOption, apiUrlOption } from '../api-access.ts';
import {
  type EnvironmentName,
  examples,
  modeOption,
  requireEnvironment,
  tenantOption,
} from '../arguments.ts';
import { createOwnRegistry, explainingRegistry, withDatabase } from '../connections.ts';
import { noteCommand, writeUntilPublished } from '../published-writes.ts';
import { type CommandContext, requireYes, type Session, yesOption } from '../session.ts';
import { memberNotFound, readMemberByApi } from './member-by-api.ts';
import { memberReportLines, type MemberReport } from './member-report.ts';

export const addMembersCommands = (program: Command, session: Session): void => {
  const members = program.command('members').description('Members of one environment.');
  addShow(members, session);
  addErase(members, session);
};

const addShow = (members: Command, session: Session): void => {
  members
    .command('show')
    .description(
      'Show a member on one screen: record, ledger, expiring and pending points, open authorizations, limits, rewards and ' +
        'consents.',
    )
    .argument('<ref|id>', "the member's externalRef or id")
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(apiKeyOption('read through the API, with this key and without the database'))
    .addOption(apiUrlOption())
    .addHelpText(
      'after',
      examples(
        'members show customer-42 --tenant … --mode live',
        'members show customer-42 --tenant … --mode live --key sk_live_… --base-url https://loyalty.example/v1',
      ),
    )
    .action(
      session.action(async (task, idOrRef: string, flags: ApiFlags & EnvironmentName) => {
        const life =
          flags.key === undefined
            ? await withDatabase(task, async (db) =>
                readMemberLife(db, await requireMember(db, flags, idOrRef)),
              )
            : await readMemberByApi(apiAccessOf(task, flags), idOrRef, shownMax);
        for (const line of memberReportLines(life)) task.say(line);
        return { document: { ...life } };
      }),
    );
};

const addErase = (members: Command, session: Session): void => {
  members
    .command('erase')
    .description(
      'Erase a member for good, as DELETE /members/{id} does. Your own files of receipts and rejects, and backups, are not ' +
        'changed: delete them by your own retention rules.',
    )
    .argument('<ref|id>', "the member's externalRef or id")
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(yesOption())
    .addHelpText('after', examples('members erase customer-42 --tenant … --mode live'))
    .action(
      session.action((task, ...[idOrRef, flags]: [string, EnvironmentName & { readonly yes?: true }]) =>
        withDatabase(task, async (db) => {
          const found = await requireMember(db, flags, idOrRef);
          await requireYes(task, `Erase the member ${found.member.id}? This cannot be undone.`, flags);
          const erasedAt = await erase(task, db, found);
          task.say(`Member ${found.member.id} was erased at ${erasedAt}.`);
          return { document: { id: found.member.id, state: 'anonymized', erasedAt } };
        }),
      ),
    );
};

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
          : [erasureRecord(erasure, schemas.erasure)],
    };
  });
};

const shownMax = 10;

const readMemberLife = async (db: Database, { scope, member }: FoundMember): Promise<MemberReport> => {
  const { environmentId } = scope;
  const page = { memberId: member.id, limit: shownMax };
  const atMs = systemClock.now();
  return {
    member,
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
