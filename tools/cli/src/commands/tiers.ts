import type { Command } from 'commander';
import { requestRetiering } from '@loyalty/tables/tiers';
import { type EnvironmentName, examples, modeOption, tenantOption } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { requireEnvironmentId } from '../environments.ts';
import type { Session } from '../session.ts';

export const addTiersCommands = (tiers: Command, session: Session): void => {
  tiers
    .command('retier')
    .description(
      'Ask the tier service to check every member of an environment, and to announce tier changes that it has not announced ' +
        'yet. It works in the background; GET /tiers/retiering shows its progress. Safe to repeat.',
    )
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText('after', examples('tiers retier --tenant … --mode live'))
    .action(
      session.action((task, environment: EnvironmentName) =>
        withDatabase(task, async (db) => {
          const environmentId = await requireEnvironmentId(db, environment);
          await db.transaction((tx) => requestRetiering(tx, environmentId));
          task.say('The check was requested. The tier service starts within two seconds.');
          return { document: { queued: true } };
        }),
      ),
    );
};
