import { createTenant, listTenants, type TenantRecord } from '@loyalty/configuration';
import type { Command } from 'commander';
import { examples, parseName, parseUuid } from '../arguments.ts';
import type { Session } from '../session.ts';
import { publishingDatabase, type ManagementDatabase } from '../management-database.ts';
import { makeLifecycleDefinitions } from '../lifecycle-definitions.ts';
import { tableLines } from '../table.ts';
import { withDatabase } from '../with-database.ts';
import { addMove } from './tenants-move.ts';

/** `tenants create`, `tenants list` and `tenants move`. */
export const addTenantsCommands = (program: Command, session: Session): void => {
  const tenants = program.command('tenants').description('Tenants; each has a live and a test environment.');
  addCreate(tenants, session);
  addList(tenants, session);
  addMove(tenants, session);
};

interface CreateOptions {
  readonly id?: string;
  readonly lifecycleEvents?: boolean;
}

const addCreate = (tenants: Command, session: Session): void => {
  tenants
    .command('create')
    .description('Make a tenant. With an --id that exists already nothing changes.')
    .argument('<name>', 'its name, 1 to 255 characters', parseName)
    .option('--id <uuid>', 'its id (default: a fresh one)', parseUuid)
    .option(
      '--lifecycle-events',
      'with the event definitions member.signup, .birthday, .anniversary and .referral',
    )
    .addHelpText(
      'after',
      examples("tenants create 'Corner Shop' --lifecycle-events", "tenants create 'Corner Shop' --json"),
    )
    .action(
      session.action((task, name: string, { id, lifecycleEvents }: CreateOptions) =>
        withDatabase(task, async (db) => {
          const publishing = await publishingDatabase(task, db, writtenTenant);
          const tenant = await createTenant(publishing, id === undefined ? { name } : { name, id });
          task.say(`Tenant ${tenant.id} «${tenant.name}»`);
          if (lifecycleEvents === true) {
            const { live, test } = tenant.environmentIds;
            const keys = await makeLifecycleDefinitions(db, [live, test]);
            task.say(`Event definitions: ${keys.join(', ')}`);
          }
          task.say(`Next: loyaltyctl keys create --tenant ${tenant.id} --mode live`);
          return { document: tenant };
        }),
      ),
    );
};

const writtenTenant = (result: unknown): ManagementDatabase => {
  const { id, name, createdAt, environmentIds } = result as TenantRecord;
  return {
    environmentId: environmentIds.live,
    tenantId: id,
    kind: 'tenant',
    entityId: id,
    action: 'created' as const,
    body: { id, name, createdAt },
    updatedAt: createdAt,
  };
};

const addList = (tenants: Command, session: Session): void => {
  tenants
    .command('list')
    .description('All tenants, oldest first.')
    .addHelpText('after', examples('tenants list', 'tenants list --json'))
    .action(
      session.action((task) =>
        withDatabase(task, async (db) => {
          const all = await listTenants(db);
          const rows = all.map(({ id, name, createdAt }) => [id, createdAt, name]);
          for (const line of tableLines(['id', 'created', 'name'], rows)) task.say(line);
          return { document: { tenants: all } };
        }),
      ),
    );
};
