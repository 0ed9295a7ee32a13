import type { Command } from 'commander';
import { requestRetiering } from '@loyalty/tables/tiers';
import {
  type EnvironmentName,
  examples,
  modeOption,
  requireEnvironmentId,
  tenantOption,
} from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import type { Session } from '../session.ts';

export const addTiersCommands = (program: Command, session: Session): void => {
  const tiers = program.command('tiers').description('Tiers of members.');
  tiers
    .command('retier')
    .description(
      'Have the tier service check every member of an environment, and announce the tiers that were not announced. It runs by ' +
        'itself; GET /tiers/retiering shows its progress. Repeating it changes nothing.',
    )
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText('after', examples('tiers retier --tenant … --mode live'))
    .action(
      session.action((task, environment: EnvironmentName) =>
        withDatabase(task, async (db) => {
          const environmentId = await requireEnvironmentId(db, environment);
          await db.transaction((tx) => requestRetiering(tx, environmentId));
          task.say('Requested; the tier service begins within a second or two.');
          return { document: { queued: true } };
        }),
      ),
    );
};
