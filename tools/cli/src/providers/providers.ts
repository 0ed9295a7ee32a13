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
    .description("A tenant's services that give the codes of rewards.");
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
      'Make an HTTP provider, or replace the one of this name. The setting rewardProviders, or the value of a ' +
        'COUPON_VOUCHER, says which rewards it gives the codes of.',
    )
    .argument('<name>', 'its name, as the setting has it', parseName)
    .requiredOption('--url <url>', 'where it is asked', parseUrl)
    .option('--secret <text>', 'signs what it is asked: whsec_ and base64, or any text (see --secret-file)')
    .option(
      '--secret-file <path>',
      'a file with the secret, which a command line shows to others; kept when absent',
    )
    .option(
      '--not-idempotent',
      'it may give another code when it is asked twice: it is never asked again by itself',
    )
    .option('--calls <n>', 'calls to it under way at a time at most', integerFrom(1, calls.max), calls.usual)
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
    throw new UsageFault('Give --secret or --secret-file, not both.');
  const text = secretFile === undefined ? secret : await textIn(resolve(task.folder, secretFile));
  if (text === '') throw new UsageFault('A secret has at least one character.');
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
  NAME_UNFIT: 'is no name of a provider: 1 to 64 characters, none of them a control character',
  NAME_TAKEN: 'is the name of a pool, or of the generator: take another one',
  TOO_MANY_PROVIDERS: 'would be one provider too many: an environment has 100 at most, pools included',
  SECRET_MISSING: 'is new, and needs --secret or --secret-file',
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
      'Show the HTTP providers of an environment, never their secrets; «codes pools» shows its pools.',
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
    .description('Remove an HTTP provider that the setting rewardProviders does not name.')
    .argument('<name>', 'its name', parseName)
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
  IS_A_POOL: 'is a pool: pools stay, with the codes that they have left',
  IN_USE: 'is named by the setting rewardProviders: «loyaltyctl settings set rewardProviders …» first',
} as const;

const requireRemoved = (name: string, result: RemoveProviderResult): void => {
  if (result.outcome === 'removed') return;
  if (result.outcome === 'refused')
    throw new Fault(result.reason, `${name} ${removeRefusals[result.reason]}.`);
  throw new Fault(
    'PROVIDER_NOT_FOUND',
    `There is no provider ${name} in this environment: «loyaltyctl providers list» shows them.`,
  );
};
