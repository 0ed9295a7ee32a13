import { accountsMigrations } from '@loyalty/accounts';
import { programmeMigrations } from '@loyalty/programme';
import { migrate, storageMigrations } from '@loyalty/storage';
import type { Task } from '../session.ts';
import { explainingDatabase } from '../with-database.ts';

/** Brings the schema of the database up to date; answers the names of the steps that were run now. */
export const applyMigrations = async (task: Task): Promise<readonly string[]> => {
  const url = task.addresses.databaseUrl();
  const steps = [...storageMigrations, ...programmeMigrations, ...accountsMigrations];
  const migrations = await explainingDatabase(url, () =>
    migrate(url, steps, {
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
