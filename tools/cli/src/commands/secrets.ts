import type { Command } from 'commander';
import { sessionLimits } from '@loyalty/storage';
import { createSecretBox, readSecretKeys, type SecretBox } from '@loyalty/storage/secrets';
import { providerSecretColumns } from '@loyalty/tables/rewards';
import {
  countSecrets,
  type ResealReport,
  resealSecrets,
  type SecretColumn,
  type SecretCount,
} from '@loyalty/tables/tenants/management';
import { webhookSecretColumns } from '@loyalty/tables/webhooks';
import { notConfigured } from '../addresses.ts';
import { examples } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { count, showProgress } from '../progress.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { tableLines } from '../terminal.ts';

const explanation = `
To change the key: put the new one second in SECRET_KEYS of every process, then first, then run this; when nothing is left under
the old one, take it out. It may be stopped at any time and run again.
`;

export const addSecretsCommands = (program: Command, session: Session): void => {
  program
    .command('secrets')
    .description('What tenants share with their partners, sealed in the database.')
    .command('reseal')
    .description(
      'Seal every secret with the first key of SECRET_KEYS, and say how many are left under which key; exit code 1 when ' +
        'some are left under others.',
    )
    .addHelpText('after', explanation + examples('secrets reseal'))
    .action(session.action(runReseal));
};

const runReseal = async (task: CommandContext): Promise<CommandOutcome> => {
  const box = secretBoxOf(task);
  const [report, keys] = await withDatabase(
    task,
    async (db) => {
      let progress: ResealReport = { looked: 0, resealed: 0, unopened: 0 };
      const display = showProgress(task.terminal, () => ({
        sent: progress.looked,
        verb: 'secrets looked at',
        stored: null,
        rejected: progress.unopened,
        expected: null,
      }));
      try {
        const done = await resealSecrets({ db, box, columns: secretColumns }, (reached) => {
          progress = reached;
        });
        return [done, await countSecrets(db, secretColumns)] as const;
      } finally {
        display.stop();
      }
    },
    sessionLimits,
  );
  for (const line of reportLines(report, keys, box.sealingKeyId)) task.say(line);
  const isLeft = keys.some(({ keyId }) => keyId !== box.sealingKeyId);
  return { document: { ...report, sealingKeyId: box.sealingKeyId, keys }, isFailure: isLeft };
};

const reportLines = (
  { looked, resealed, unopened }: ResealReport,
  keys: readonly SecretCount[],
  sealingKeyId: string,
): string[] => [
  `${count(looked)} secrets were looked at; ${count(resealed)} were sealed anew with the key ${sealingKeyId}.`,
  ...(unopened === 0
    ? []
    : [`${count(unopened)} cannot be opened: their key is missing, or they were sealed for another row.`]),
  ...tableLines(
    ['KEY', 'SECRETS'],
    keys.map(({ keyId, secrets }) => [keyId === '' ? '(never sealed)' : keyId, count(secrets)]),
  ),
];

export const secretBoxOf = ({ config, addresses }: CommandContext): SecretBox => {
  const secretKeys = config.secretKeys ?? null;
  const secretKeysFile = config.secretKeysFile ?? addresses.localStack()?.secretKeysFile ?? null;
  if (secretKeys === null && secretKeysFile === null) throw notConfigured('SECRET_KEYS');
  return createSecretBox(readSecretKeys({ secretKeys, secretKeysFile }));
};

export const secretColumns: readonly SecretColumn[] = [...providerSecretColumns, ...webhookSecretColumns];
