import { databaseRoles, makeDatabaseRoles } from '@loyalty/storage';
import type { Command } from 'commander';
import { examples } from '../arguments.ts';
import type { Session } from '../session.ts';
import { explainingDatabase } from '../with-database.ts';

/** `roles create`: the roles of the database. */
export const addRolesCommands = (program: Command, session: Session): void => {
  program
    .command('roles')
    .description('Roles of the database.')
    .command('create')
    .description(
      `Make ${databaseRoles.app} (services: rows only), ${databaseRoles.migrate} (deploy and migrate: owns the tables) and ${databaseRoles.read} (reads all but secrets), with their rights. Safe to repeat; DATABASE_URL names who may make roles. Give each a password then.`,
    )
    .addHelpText('after', examples('roles create'))
    .action(
      session.action(async (task) => {
        const url = task.addresses.databaseUrl();
        await explainingDatabase(url, () => makeDatabaseRoles(url));
        const roles = Object.values(databaseRoles);
        task.say(`${roles.join(', ')}: made, with their rights on this database.`);
        return { document: { roles } };
      }),
    );
};
