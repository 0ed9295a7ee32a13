import { type Command, InvalidArgumentError, Option } from 'commander';
import { type EnvironmentId, isUuid } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import {
  type AuditActor,
  type AuditEntryRecord,
  type AuditQuery,
  listAuditEntries,
} from '@loyalty/tables/audit';
import {
  type EnvironmentName,
  examples,
  integerFrom,
  modeOption,
  parseInstant,
  tenantOption,
} from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { requireEnvironmentId } from '../environments.ts';
import type { Session } from '../session.ts';
import { tableLines } from '../terminal.ts';

export const addAuditCommands = (audit: Command, session: Session): void => {
  addList(audit, session);
};

interface ListFlags extends EnvironmentName {
  readonly actor?: string;
  readonly actorKind?: AuditActor['kind'];
  readonly object?: AuditedObject;
  readonly since?: number;
  readonly limit: number;
}

const usualLimit = 50;
const limitMax = 1_000;

const addList = (audit: Command, session: Session): void => {
  audit
    .command('list')
    .description(
      'List the changes of the last 400 days, newest first, by callers of the API and by operators.',
    )
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .option(
      '--actor <id>',
      'only changes by this actor: the id of a key, the subject of a token, or the name of an operator',
      ownId,
    )
    .addOption(
      new Option(
        '--actor-kind <kind>',
        'only changes by this kind of actor, because a person may have the same name as a key',
      ).choices(['KEY', 'PERSON', 'OPERATOR']),
    )
    .option(
      '--object <type:id>',
      'only changes of this object, such as campaign:ID or setting:NAME',
      parseObject,
    )
    .option(
      '--since <time>',
      'only changes since then, such as 2026-03-01T08:00:00Z or 2026-03-01',
      parseInstant,
    )
    .option('--limit <count>', 'the maximum number of changes', integerFrom(1, limitMax), usualLimit)
    .addHelpText(
      'after',
      examples(
        'audit list --tenant … --mode live',
        'audit list --tenant … --mode live --object campaign:0198c0de-7a11-7b2c-8a17-93d1e6f0a101',
        'audit list --tenant … --mode live --actor thandi --since 2026-03-01 --json',
      ),
    )
    .action(
      session.action((task, flags: ListFlags) =>
        withDatabase(task, async (db) => {
          const entries = await readEntries(db, await requireEnvironmentId(db, flags), flags);
          if (entries.length === 0) task.say('There are no such changes.');
          else
            for (const line of tableLines(['at', 'by', 'action', 'object', 'changed'], entries.map(rowOf)))
              task.say(line);
          return { document: { auditEntries: entries } };
        }),
      ),
    );
};

type AuditedObject = Pick<AuditQuery, 'objectType' | 'objectId'>;

/** Ids are stored in small letters. */
const ownId = (text: string): string => (isUuid(text) ? text.toLowerCase() : text);

const parseObject = (text: string): AuditedObject => {
  const [, objectType, objectId] = /^([a-z_]+):(.+)$/.exec(text) ?? [];
  if (objectType === undefined || objectId === undefined)
    throw new InvalidArgumentError('It must be a type and an id, such as campaign:ID.');
  return { objectType, objectId: ownId(objectId) };
};

/** A page may be short before the end of the list, so it goes on until there are as many as were asked for. */
const readEntries = async (
  db: Database,
  environmentId: EnvironmentId,
  { actor, actorKind, object, since, limit }: ListFlags,
): Promise<readonly AuditEntryRecord[]> => {
  const from = since === undefined ? undefined : new Date(since);
  const filters = { environmentId, actor, actorKind, ...object, since: from };
  const read: AuditEntryRecord[] = [];
  let place: Pick<AuditQuery, 'before'> | null = {};
  while (place !== null && read.length < limit) {
    const query: AuditQuery = { ...filters, ...place, limit: limit - read.length };
    const { rows, next } = await listAuditEntries(db, query);
    read.push(...rows);
    place = next === null ? null : { before: next };
  }
  return read;
};

const rowOf = ({ at, actor, action, object, changes }: AuditEntryRecord): string[] => [
  at,
  actor.name === null ? `${actor.kind} ${actor.id}` : `${actor.kind} ${actor.id} «${actor.name}»`,
  action,
  object.name === null ? object.id : `${object.id} «${object.name}»`,
  changes.map(({ pointer }) => pointer).join(' '),
];
