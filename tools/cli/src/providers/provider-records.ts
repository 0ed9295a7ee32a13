import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Fault } from '@loyalty/kernel';
import {
  type HttpProviderRecord,
  listProviders,
  removeProvider,
  type RemoveProviderResult,
  setProvider,
  type SetProviderResult,
} from '@loyalty/tables/rewards/management';
import type { EnvironmentName } from '../arguments.ts';
import { secretBoxOf } from '../commands/secrets.ts';
import { withDatabase } from '../connections.ts';
import { requireEnvironmentId } from '../environments.ts';
import { reasonOf, UsageFault } from '../failures.ts';
import { type EntityWrite, publishingDatabase } from '../published-writes.ts';
import type { CommandContext, CommandOutcome } from '../session.ts';
import { tableLines } from '../terminal.ts';

export interface SetFlags extends EnvironmentName {
  readonly url: string;
  readonly secret?: string;
  readonly secretFile?: string;
  readonly notIdempotent?: true;
  readonly calls: number;
}

/** Creates a provider, or replaces the one with this name. Throws a Fault if it is refused. */
export const setRecord = async (
  task: CommandContext,
  name: string,
  flags: SetFlags,
): Promise<CommandOutcome> => {
  const secret = await secretOf(task, flags);
  const { url, calls: callsMax } = flags;
  return withDatabase(task, async (db) => {
    const environmentId = await requireEnvironmentId(db, flags);
    const input = { name, url, secret, isIdempotent: flags.notIdempotent !== true, callsMax };
    const whose = { environmentId, tenantId: flags.tenant, entityId: name };
    const publishing = await publishingDatabase(task, db, (result) => writtenProvider(result, whose));
    const { outcome, record } = accepted(
      name,
      await setProvider({ db: publishing, box: secretBoxOf(task) }, environmentId, input),
    );
    task.say(`The provider ${name} was ${outcome}.`);
    return { document: { provider: record } };
  });
};

type NamedProvider = Pick<EntityWrite, 'environmentId' | 'tenantId' | 'entityId'>;

const providerActions = { created: 'created', replaced: 'changed', removed: 'deleted' } as const;

interface WrittenProvider {
  readonly outcome: string;
  readonly before?: HttpProviderRecord;
  readonly record?: HttpProviderRecord;
  readonly unshown?: readonly string[];
}

const writtenProvider = (result: unknown, whose: NamedProvider): EntityWrite | null => {
  const { outcome, before = null, record, unshown = [] } = result as WrittenProvider;
  if (!(outcome in providerActions)) return null;
  const action = providerActions[outcome as keyof typeof providerActions];
  const entity = { ...whose, action, before, unshown, kind: 'provider' } as const;
  return record === undefined
    ? { ...entity, body: null }
    : { ...entity, body: record, updatedAt: record.updatedAt };
};

/** Any text on one line; null when none is given. */
const secretOf = async (task: CommandContext, { secret, secretFile }: SetFlags): Promise<string | null> => {
  if (secret !== undefined && secretFile !== undefined)
    throw new UsageFault('Pass --secret or --secret-file, not both.');
  const text = secretFile === undefined ? secret : await textIn(resolve(task.folder, secretFile));
  if (text === '') throw new UsageFault('A secret must have at least one character.');
  return text ?? null;
};

const textIn = async (path: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    throw new Fault('NO_SUCH_FILE', `${path} cannot be read (${reasonOf(cause)}).`, { cause });
  }
};

const setRefusals = {
  NAME_UNFIT: 'cannot be the name of a provider: a name has 1 to 64 characters and no control character',
  NAME_TAKEN: 'is already the name of a pool or of the built-in generator: choose another name',
  TOO_MANY_PROVIDERS: 'would exceed the limit: an environment may have 100 pools and providers in total',
  SECRET_MISSING: 'is new, so it needs --secret or --secret-file',
} as const;

const accepted = (
  name: string,
  result: SetProviderResult,
): Exclude<SetProviderResult, { outcome: 'refused' }> => {
  if (result.outcome !== 'refused') return result;
  throw new Fault(result.reason, `${name} ${setRefusals[result.reason]}.`);
};

export const listRecords = (task: CommandContext, environment: EnvironmentName): Promise<CommandOutcome> =>
  withDatabase(task, async (db) => {
    const found = await listProviders(db, await requireEnvironmentId(db, environment));
    for (const line of tableLines(['NAME', 'URL', 'IDEMPOTENT', 'CALLS', 'ID'], found.map(rowOf)))
      task.say(line);
    return { document: { providers: found } };
  });

const rowOf = ({ name, url, isIdempotent, callsMax, id }: HttpProviderRecord): string[] => [
  name,
  url,
  isIdempotent ? 'yes' : 'no',
  callsMax.toString(),
  id,
];

/** Throws a Fault if there is no such provider, or if a setting names it. */
export const removeRecord = (
  task: CommandContext,
  name: string,
  environment: EnvironmentName,
): Promise<CommandOutcome> =>
  withDatabase(task, async (db) => {
    const environmentId = await requireEnvironmentId(db, environment);
    const whose = { environmentId, tenantId: environment.tenant, entityId: name };
    const publishing = await publishingDatabase(task, db, (result) => writtenProvider(result, whose));
    requireRemoved(name, await removeProvider(publishing, environmentId, name));
    task.say(`The provider ${name} was removed.`);
    return { document: { removed: name } };
  });

const removeRefusals = {
  IS_A_POOL: 'is a pool, and pools cannot be removed: they keep the codes that they have left',
  IN_USE:
    'is named by the setting rewardProviders: change it first with «loyaltyctl settings set rewardProviders …»',
} as const;

const requireRemoved = (name: string, result: RemoveProviderResult): void => {
  if (result.outcome === 'removed') return;
  if (result.outcome === 'refused')
    throw new Fault(result.reason, `${name} ${removeRefusals[result.reason]}.`);
  throw new Fault(
    'PROVIDER_NOT_FOUND',
    `There is no provider ${name} in this environment: «loyaltyctl providers list» lists all providers.`,
  );
};
