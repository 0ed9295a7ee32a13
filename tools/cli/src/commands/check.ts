import { invariantChecks, runInvariantCheck, type InvariantFinding } from '@loyalty/accounts';
import { checkDeliveries } from '@loyalty/webhooks';
import { poolChecks } from '@loyalty/configuration';
import type { Database } from '@loyalty/storage';
import type { Command } from 'commander';
import { examples } from '../arguments.ts';
import { checkHistory } from '../history/check-history.ts';
import { checkMemberships } from '../segments/check-memberships.ts';
import type { Session, CommandContext } from '../session.ts';
import { withDatabase } from '../with-database.ts';

/** `check`: verifies the promises that the schema cannot enforce, from the ledger up. */
export const addCheckCommand = (program: Command, session: Session): void => {
  program
    .command('check')
    .description('Verify every invariant on the stored data; exit code 1 when one is violated.')
    .addHelpText('after', examples('check', 'check --json'))
    .action(
      session.action((task) =>
        withDatabase(task, async (db) => {
          const findings: InvariantFinding[] = [];
          for await (const finding of findingsOf(db)) {
            print(task, finding);
            findings.push(finding);
          }
          const violated = findings.filter(({ violations }) => violations > 0).length;
          task.say(
            violated === 0
              ? `All ${findings.length.toString()} checks hold.`
              : `${violated.toString()} of ${findings.length.toString()} checks are violated.`,
          );
          return { document: { holds: violated === 0, checks: findings }, isFailure: violated > 0 };
        }),
      ),
    );
};

async function* findingsOf(db: Database): AsyncGenerator<InvariantFinding> {
  for (const check of [...invariantChecks, ...poolChecks]) yield await runInvariantCheck(db, check);
  yield await checkDeliveries(db);
  yield await checkMemberships(db);
  yield await checkHistory(db);
}

const print = (
  task: CommandContext,
  { invariant, promise, violations, examples: places }: InvariantFinding,
): void => {
  if (violations === 0) {
    task.say(`✓ ${invariant.padEnd(3)} ${promise}`);
    return;
  }
  const more = violations > places.length ? ', …' : '';
  task.say(
    `✗ ${invariant.padEnd(3)} ${promise}: ${violations.toString()} violations (${places.join(', ')}${more})`,
  );
};
