import { eraseMember } from '@loyalty/accounts';
import { topics } from '@loyalty/contracts';
import { Fault } from '@loyalty/kernel';
import {
  createSchemaRegistry,
  erasureMessages,
  erasureRecord,
  findSchemaId,
  type ErasureSchemaIds,
} from '@loyalty/messaging';
import type { Database } from '@loyalty/storage';
import type { Command } from 'commander';
import { examples, modeOption, tenantOption } from '../arguments.ts';
import { requireYes, yesOption } from '../confirmation.ts';
import { explainingRegistry } from '../explaining-registry.ts';
import type { EnvironmentName } from '../find-environment.ts';
import { requireMember, type FoundMember } from '../members/find-member.ts';
import { memberLifeLines, readMemberLife } from '../members/member-life.ts';
import type { Session, CommandContext } from '../session.ts';
import { writeUntilPublished } from '../until-published.ts';
import { withDatabase } from '../with-database.ts';

/** `members show` and `members erase`. */
export const addMembersCommands = (program: Command, session: Session): void => {
  const members = program.command('members').description('Members of one environment.');
  addShow(members, session);
  addErase(members, session);
};

const addShow = (members: Command, session: Session): void => {
  members
    .command('show')
    .description('A member on one screen: record, ledger, points that expire, rewards, consents.')
    .argument('<ref|id>', 'their externalRef, or their id')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText('after', examples('members show customer-42 --tenant … --mode live'))
    .action(
      session.action((task, idOrRef: string, environment: EnvironmentName) =>
        withDatabase(task, async (db) => {
          const life = await readMemberLife(db, await requireMember(db, environment, idOrRef));
          for (const line of memberLifeLines(life)) task.say(line);
          return { document: { ...life } };
        }),
      ),
    );
};

const addErase = (members: Command, session: Session): void => {
  members
    .command('erase')
    .description(
      'Erase a member for good, as DELETE /members/{id} does. Files that you have streamed receipts from, rejects and ' +
        'backups are not reached: they end by your own retention.',
    )
    .argument('<ref|id>', 'their externalRef, or their id')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(yesOption())
    .addHelpText('after', examples('members erase customer-42 --tenant … --mode live'))
    .action(
      session.action((task, ...[idOrRef, flags]: [string, EnvironmentName & { readonly yes?: true }]) =>
        withDatabase(task, async (db) => {
          const found = await requireMember(db, flags, idOrRef);
          await requireYes(task, `Erase the member ${found.member.id}? It cannot be undone.`, flags);
          const erasedAt = await erase(db, found, await findSchemaIds(task));
          task.say(`Member ${found.member.id} was erased ${erasedAt}.`);
          return { document: { id: found.member.id, state: 'anonymized', erasedAt } };
        }),
      ),
    );
};

const findSchemaIds = (task: CommandContext): Promise<ErasureSchemaIds> => {
  const url = task.addresses.schemaRegistryUrl();
  const registry = createSchemaRegistry(url);
  return explainingRegistry(url, async () => ({
    fact: await findSchemaId(registry, topics.facts),
    erasure: await findSchemaId(registry, topics.erasures),
  }));
};

/** A repeat publishes the fact again, because it is unknown whether Kafka has the first one. */
const erase = (db: Database, { scope, member }: FoundMember, schemas: ErasureSchemaIds): Promise<string> =>
  writeUntilPublished(db, async (tx) => {
    const erased = await eraseMember(tx, scope, member.id);
    if (erased.outcome === 'not-found') throw new Fault('MEMBER_NOT_FOUND', 'The member is gone.');
    const erasure = { ...scope, ...erased };
    return {
      result: erased.erasedAt.toISOString(),
      messages:
        erased.outcome === 'erased'
          ? erasureMessages(erasure, schemas)
          : [erasureRecord(erasure, schemas.erasure)],
    };
  });
