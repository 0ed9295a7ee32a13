import type { Command } from 'commander';
import { type EnvironmentId, Fault } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createEventDefinition } from '@loyalty/tables/events/management';
import { createTenant, listTenants, tenantExists, type TenantRecord } from '@loyalty/tables/tenants';
import { examples, parseName, parseUuid } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import type { MoveFlags } from '../moves/move-tenant.ts';
import { type EntityWrite, publishingDatabase } from '../published-writes.ts';
import { type Session, yesOption } from '../session.ts';
import { tableLines } from '../terminal.ts';

export const addTenantsCommands = (tenants: Command, session: Session): void => {
  addCreate(tenants, session);
  addList(tenants, session);
  addMove(tenants, session);
};

const addCreate = (tenants: Command, session: Session): void => {
  tenants
    .command('create')
    .description('Create a tenant. Nothing changes if a tenant with this --id already exists.')
    .argument('<name>', 'the name of the tenant, 1 to 255 characters', parseName)
    .option('--id <uuid>', 'the id of the tenant (default: a new one)', parseUuid)
    .option(
      '--lifecycle-events',
      'also create the event definitions member.signup, .birthday, .anniversary and .referral',
    )
    .addHelpText(
      'after',
      examples("tenants create 'Corner Shop' --lifecycle-events", "tenants create 'Corner Shop' --json"),
    )
    .action(
      session.action(
        (
          task,
          name: string,
          { id, lifecycleEvents }: { readonly id?: string; readonly lifecycleEvents?: boolean },
        ) =>
          withDatabase(task, async (db) => {
            const isKnown = id !== undefined && (await tenantExists(db, id));
            const own = isKnown ? db : await publishingDatabase(task, db, writtenTenant);
            const tenant = await createTenant(own, id === undefined ? { name } : { name, id });
            task.say(`Tenant ${tenant.id} «${tenant.name}»`);
            if (lifecycleEvents === true) {
              const { live, test } = tenant.environmentIds;
              const keys = await makeLifecycleDefinitions(db, [live, test]);
              task.say(`Event definitions: ${keys.join(', ')}`);
            }
            task.say(`Next: loyaltyctl keys create --tenant ${tenant.id} --mode live --role admin`);
            return { document: tenant };
          }),
      ),
    );
};

const writtenTenant = (result: unknown): EntityWrite => {
  const { id, name, createdAt, environmentIds } = result as TenantRecord;
  return {
    environmentId: environmentIds.live,
    tenantId: id,
    kind: 'tenant',
    entityId: id,
    action: 'created' as const,
    body: { id, name, createdAt },
    before: null,
    updatedAt: createdAt,
  };
};

const addList = (tenants: Command, session: Session): void => {
  tenants
    .command('list')
    .description('List all tenants, oldest first.')
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

const addMove = (tenants: Command, session: Session): void => {
  tenants
    .command('move')
    .description(
      'Move a tenant to another cell: close it here, copy it, and open it there. Run the command again after a failure, and to forward receipts that are still streamed here.',
    )
    .argument('<tenant>', "the tenant's UUID", parseUuid)
    .requiredOption(
      '--to <file>',
      'a JSON file with the databaseUrl, kafkaBrokers, schemaRegistryUrl and secretKeysFile of the other cell, such as the local.json of a local stack; if needed, also settings, an object with KAFKA_SECURITY_PROTOCOL and other variables',
    )
    .option('--abort', 'reopen the tenant here, if it is not open in the other cell yet')
    .addOption(yesOption())
    .addHelpText(
      'after',
      examples('tenants move … --to /etc/loyalty/cell-1.json', 'tenants move … --to cell-1.json --abort'),
    )
    .action(
      session.action(async (task, ...[tenant, flags]: [string, MoveFlags]) =>
        (await import('../moves/move-tenant.ts')).moveToCell(task, tenant, flags),
      ),
    );
};

/** The last part of a key decides which lifecycle rules its events match (D65). */
const definitions = [
  { key: 'member.signup', name: 'A member signed up' },
  { key: 'member.birthday', name: 'A member has their birthday' },
  { key: 'member.anniversary', name: 'A member enrolled years ago today' },
  { key: 'member.referral', name: 'A member was referred by another' },
] as const;

const identityProperty = 'memberRef';

/**
 * Creates the definitions of lifecycle events, which trigger SIGNUP_BONUS, REFERRAL_BONUS and ON_DEMAND
 * campaigns. A live environment needs them, too, because there lifecycle events are custom events. An
 * existing key stays unchanged, archived or not.
 */
export const makeLifecycleDefinitions = async (
  db: Database,
  environmentIds: readonly EnvironmentId[],
): Promise<readonly string[]> => {
  for (const environmentId of environmentIds) {
    for (const definition of definitions) await makeDefinition(db, environmentId, definition);
  }
  return definitions.map(({ key }) => key);
};

const makeDefinition = async (
  db: Database,
  environmentId: EnvironmentId,
  definition: (typeof definitions)[number],
): Promise<void> => {
  const made = await createEventDefinition(db, environmentId, { ...definition, identityProperty });
  if (made.outcome === 'created' || made.outcome === 'duplicate') return;
  throw new Fault('DEFINITION_REFUSED', `${definition.key} was refused: ${JSON.stringify(made)}.`);
};
