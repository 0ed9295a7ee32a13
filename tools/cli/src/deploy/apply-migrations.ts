import { migrate } from '@loyalty/storage';
import { allMigrations } from '@loyalty/stream-service';
import type { CommandContext } from '../session.ts';
import { explainingDatabase } from '../with-database.ts';

/** Brings the schema of the database up to date; returns the names of the steps that were run now. */
export const applyMigrations = async (
  task: CommandContext,
  { isContracting = false } = {},
): Promise<readonly string[]> => {
  const url = task.addresses.databaseUrl();
  const migrations = await explainingDatabase(url, () =>
    migrate(url, allMigrations, {
      isContracting,
      onPostponed: (names) => {
        task.note(`For \`migrate --contract\`, once no older build runs: ${names.join(', ')}.`);
      },
      onLocked: (text) => {
        task.note(text);
      },
    }),
  );
  task.say(
    migrations.length === 0
      ? 'Schema: up to date.'
      : `Schema: ${migrations.join(', ')} ${migrations.length === 1 ? 'was' : 'were'} applied.`,
  );
  return migrations;
};
