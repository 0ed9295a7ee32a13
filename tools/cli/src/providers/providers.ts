import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { createAddressPolicy, parseCidrs, readTarget, targetRefusalTexts } from '@loyalty/egress/targets';
import { Fault } from '@loyalty/kernel';
import {
  type HttpProviderRecord,
  listProviders,
  removeProvider,
  type RemoveProviderResult,
  setProvider,
  type SetProviderResult,
} from '@loyalty/tables/rewards/management';
import {
  type EnvironmentName,
  examples,
  integerFrom,
  modeOption,
  parseName,
  requireEnvironmentId,
  tenantOption,
} from '../arguments.ts';
import { secretBoxOf } from '../commands/secrets.ts';
import { withDatabase } from '../connections.ts';
import { reasonOf, UsageFault } from '../failures.ts';
import { type EntityWrite, publishingDatabase } from '../published-writes.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { tableLines } from '../terminal.ts';
import { addServe } from './serve-provider.ts';

export const addProvidersCommands = (program: Command, session: Session): void => {
  const providers = program
    .command('providers')
    .description("A tenant's own services that issue the codes of rewards.");
  addSet(providers, session);
  addList(providers, session);
  addRemove(providers, session);
  addServe(providers, session);
};

interface SetFlags extends EnvironmentName {
  readonly url: string;
  readonly secret?: string;
  readonly secretFile?: string;
  readonly notIdempotent?: true;
  readonly calls: number;
}

/** Checks the notation alone. Fulfilment's settings say where providers may be. */
const anywhere = createAddressPolicy({ allowCidrs: parseCidrs('0.0.0.0/0 ::/0') ?? [] });

const parseUrl = (text: string): string => {
  const read = readTarget(text, { policy: anywhere });
  if (!read.ok) throw new InvalidArgumentError(targetRefusalTexts[read.reason]);
  return text;
};

/** The default suits a service that responds in 50 ms. */
const calls = { max: 32, usual: 8 };

const addSet = (providers: Command, session: Session): void => {
  providers
    .command('set')
    .description(
      'Create an HTTP provider, or replace the one with this name. The setting rewardProviders, or the value of a ' +
        'COUPON_VOUCHER, decides for which rewards it issues codes.',
    )
    .argument('<name>', 'the name of the provider, as in the setting rewardProviders', parseName)
    .requiredOption('--url <url>', 'the address to call for codes', parseUrl)
    .option(
      '--secret <text>',
      'the secret that signs requests: whsec_ and base64, or any text (prefer --secret-file)',
    )
    .option(
      '--secret-file <path>',
      'a file that holds the secret, because others can see a command line; without one, an existing secret stays',
    )
    .option(
      '--not-idempotent',
      'the provider may issue another code when it is called twice, so calls are never retried automatically',
    )
    .option('--calls <n>', 'the maximum number of concurrent calls', integerFrom(1, calls.max), calls.usual)
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText(
      'after',
      examples(
        'providers set acme --url https://acme.example/codes --secret-file acme.secret --tenant … --mode live',
        `settings set rewardProviders '{"byType": {"GIFT_CARD": "acme"}}' --tenant … --mode live`,
      ),
    )
    .action(session.action(runSet));
};

const runSet = async (task: CommandContext, name: string, flags: SetFlags): Promise<CommandOutcome> => {
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

const addList = (providers: Command, session: Session): void => {
  providers
    .command('list')
    .description(
      'List the HTTP providers of an environment, without their secrets. «codes pools» lists its pools.',
    )
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText('after', examples('providers list --tenant … --mode live'))
    .action(
      session.action((task, environment: EnvironmentName) =>
        withDatabase(task, async (db) => {
          const found = await listProviders(db, await requireEnvironmentId(db, environment));
          for (const line of tableLines(['NAME', 'URL', 'IDEMPOTENT', 'CALLS', 'ID'], found.map(rowOf)))
            task.say(line);
          return { document: { providers: found } };
        }),
      ),
    );
};

const rowOf = ({ name, url, isIdempotent, callsMax, id }: HttpProviderRecord): string[] => [
  name,
  url,
  isIdempotent ? 'yes' : 'no',
  callsMax.toString(),
  id,
];

const addRemove = (providers: Command, session: Session): void => {
  providers
    .command('remove')
    .description('Remove an HTTP provider. The setting rewardProviders must not name it.')
    .argument('<name>', 'the name of the provider', parseName)
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText('after', examples('providers remove acme --tenant … --mode live'))
    .action(
      session.action((task, ...[name, environment]: [string, EnvironmentName]) =>
        withDatabase(task, async (db) => {
          const environmentId = await requireEnvironmentId(db, environment);
          const whose = { environmentId, tenantId: environment.tenant, entityId: name };
          const publishing = await publishingDatabase(task, db, (result) => writtenProvider(result, whose));
          requireRemoved(name, await removeProvider(publishing, environmentId, name));
          task.say(`The provider ${name} was removed.`);
          return { document: { removed: name } };
        }),
      ),
    );
};

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
