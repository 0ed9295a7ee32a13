import { type Command, InvalidArgumentError } from 'commander';
import { createAddressPolicy, parseCidrs, readTarget, targetRefusalTexts } from '@loyalty/egress/targets';
import {
  type EnvironmentName,
  examples,
  integerFrom,
  modeOption,
  parseName,
  tenantOption,
} from '../arguments.ts';
import type { Session } from '../session.ts';
import type { SetFlags } from './provider-records.ts';
import { addServe } from './serve-provider.ts';

/** `serve` needs no database, so the others load it when they run. */
const records = () => import('./provider-records.ts');

export const addProvidersCommands = (providers: Command, session: Session): void => {
  addSet(providers, session);
  addList(providers, session);
  addRemove(providers, session);
  addServe(providers, session);
};

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
    .action(
      session.action(async (task, ...[name, flags]: [string, SetFlags]) =>
        (await records()).setRecord(task, name, flags),
      ),
    );
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
      session.action(async (task, environment: EnvironmentName) =>
        (await records()).listRecords(task, environment),
      ),
    );
};

const addRemove = (providers: Command, session: Session): void => {
  providers
    .command('remove')
    .description('Remove an HTTP provider. The setting rewardProviders must not name it.')
    .argument('<name>', 'the name of the provider', parseName)
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText('after', examples('providers remove acme --tenant … --mode live'))
    .action(
      session.action(async (task, ...[name, environment]: [string, EnvironmentName]) =>
        (await records()).removeRecord(task, name, environment),
      ),
    );
};
