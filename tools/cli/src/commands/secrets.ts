import type { Command } from 'commander';
import { sessionLimits } from '@loyalty/storage';
import { createSecretBox, readSecretKeys, type SecretBox } from '@loyalty/storage/secrets';
import { keptResponseColumns } from '@loyalty/tables/kept-responses';
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
To change the key, first put the new key second in SECRET_KEYS of every process, then first, then run this command. When no
secret is left under the old key, remove it. The command may be stopped at any time and run again.
`;

export const addSecretsCommands = (secrets: Command, session: Session): void => {
  secrets
    .command('reseal')
    .description(
      'Encrypt every secret with the first key of SECRET_KEYS, and show how many secrets each key encrypts. The exit code is 1 ' +
        'if some are still encrypted with another key.',
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
        verb: 'secrets processed',
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
  `${count(looked)} secrets were processed; ${count(resealed)} were encrypted again with the key ${sealingKeyId}.`,
  ...(unopened === 0
    ? []
    : [
        `${count(unopened)} cannot be decrypted: their key is missing, or they were encrypted for another row.`,
      ]),
  ...tableLines(
    ['KEY', 'SECRETS'],
    keys.map(({ keyId, secrets }) => [keyId === '' ? '(not encrypted)' : keyId, count(secrets)]),
  ),
];

export const secretBoxOf = ({ config, addresses }: CommandContext): SecretBox => {
  const secretKeys = config.secretKeys ?? null;
  const secretKeysFile = config.secretKeysFile ?? addresses.localStack()?.secretKeysFile ?? null;
  if (secretKeys === null && secretKeysFile === null) throw notConfigured('SECRET_KEYS');
  return createSecretBox(readSecretKeys({ secretKeys, secretKeysFile }));
};

export const secretColumns: readonly SecretColumn[] = [
  ...providerSecretColumns,
  ...webhookSecretColumns,
  ...keptResponseColumns,
];
