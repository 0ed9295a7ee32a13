import { type Command, Option } from 'commander';
import { Fault } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import {
  type ApiKeyRecord,
  type KeyRequest,
  listApiKeys,
  makeApiKey,
  type MakeKeyResult,
} from '@loyalty/tables/keys';
import { type EnvironmentName, examples, modeOption, modes, parseName, tenantOption } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { requireEnvironmentId } from '../environments.ts';
import { type EntityWrite, publishingDatabase } from '../published-writes.ts';
import type { Session } from '../session.ts';
import { tableLines } from '../terminal.ts';
import { addNarrow, addRevoke, addRotate } from './change-keys.ts';
import { expiresOption, permissionsOption, rateLimitOption, roleOption } from './key-options.ts';
import { callOf, expiryOf, refusalFault, type TenantKey } from './operator-calls.ts';

export const addKeysCommands = (keys: Command, session: Session): void => {
  addCreate(keys, session);
  addList(keys, session);
  addNarrow(keys, session);
  addRotate(keys, session);
  addRevoke(keys, session);
};

interface CreateFlags extends EnvironmentName {
  readonly name: string;
  readonly role?: string;
  readonly permissions?: readonly string[];
  readonly expires?: number;
  readonly rateLimit?: number;
}

const addCreate = (keys: Command, session: Session): void => {
  keys
    .command('create')
    .description('Create a key. It is shown only once and is not stored.')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .option('--name <name>', 'what the key is for', parseName, 'made with loyaltyctl')
    .addOption(roleOption().conflicts('permissions'))
    .addOption(permissionsOption().conflicts('role'))
    .addOption(expiresOption())
    .addOption(rateLimitOption())
    .addHelpText(
      'after',
      '\nA key needs --role or --permissions. Without --expires it never expires.\n' +
        examples(
          "keys create --tenant 0198c0de-0000-7000-8000-000000000001 --mode live --name 'till 7' --role till --expires 90d",
          'keys create --tenant … --mode test --permissions transactions:read,members:read --rate-limit 6000',
        ),
    )
    .action(
      session.action((task, { tenant, mode, name, expires, rateLimit, ...given }: CreateFlags) =>
        withDatabase(task, async (db) => {
          const rights = rightsOf(given);
          const environmentId = await requireEnvironmentId(db, { tenant, mode });
          const publishing = await publishingDatabase(task, db, (result) =>
            writtenKey(result, { environmentId, tenantId: tenant }),
          );
          const made = await makeApiKey(publishing, callOf({ environmentId, mode }), {
            name,
            ...rights,
            expiresAtMs: expires ?? null,
            rateLimitPerMinute: rateLimit ?? null,
          });
          if (made.outcome !== 'created') throw refusalFault(made);
          const { record, keyText } = made;
          task.say(
            `Key ${record.id} (${mode}) has ${rightsText(record)} and ${expiryOf(record)}. It is shown only once:`,
          );
          task.say(keyText);
          return { document: { ...record, tenantId: tenant, mode, key: keyText } };
        }),
      ),
    );
};

/** Nothing is assumed: a key that may do everything is made only where somebody asks for it. */
const rightsOf = ({
  role,
  permissions,
}: Pick<CreateFlags, 'role' | 'permissions'>): Pick<KeyRequest, 'role' | 'permissions'> => {
  if (permissions !== undefined) return { permissions };
  if (role !== undefined) return { role };
  throw new Fault(
    'RIGHTS_MISSING',
    'Choose what the key may do: pass --role till (or --role admin for everything), or --permissions with a list.',
  );
};

const rightsText = ({ role, permissions }: ApiKeyRecord): string =>
  role === null ? `the permissions ${permissions.join(', ')}` : `the role ${role}`;

/** The body never contains the key itself. */
const writtenKey = (
  result: unknown,
  whose: Pick<EntityWrite, 'environmentId' | 'tenantId'>,
): EntityWrite | null => {
  const made = result as MakeKeyResult;
  if (made.outcome !== 'created') return null;
  const { id: entityId, createdAt: updatedAt } = made.record;
  return {
    ...whose,
    kind: 'api-key',
    entityId,
    action: 'created',
    body: made.record,
    before: null,
    updatedAt,
  };
};

interface ListFlags {
  readonly tenant: string;
  readonly mode?: Mode;
  readonly state?: ApiKeyRecord['state'];
}

const addList = (keys: Command, session: Session): void => {
  keys
    .command('list')
    .description(
      'List the keys of a tenant, including expired and revoked ones. The keys themselves are never shown.',
    )
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption())
    .addOption(
      new Option('--state <state>', 'only keys in this state').choices(['ACTIVE', 'EXPIRED', 'REVOKED']),
    )
    .addHelpText(
      'after',
      '\nThe column «used» shows how many of its permissions a key has used since it was created.\n' +
        examples(
          'keys list --tenant 0198c0de-0000-7000-8000-000000000001',
          'keys list --tenant … --mode live --state ACTIVE --json',
        ),
    )
    .action(
      session.action((task, { tenant, mode, state }: ListFlags) =>
        withDatabase(task, async (db) => {
          const all = await listKeys(db, tenant, mode);
          const found = all.filter((key) => state === undefined || key.state === state);
          for (const line of tableLines(header, found.map(rowOf))) task.say(line);
          return { document: { keys: found } };
        }),
      ),
    );
};

const header = [
  'id',
  'mode',
  'key',
  'rate limit',
  'role',
  'state',
  'created',
  'expires',
  'last used',
  'used',
  'name',
];

const rowOf = (key: TenantKey): readonly string[] => [
  key.id,
  key.mode,
  key.hint,
  key.rateLimitPerMinute?.toString() ?? 'default',
  key.role ?? '(permissions)',
  key.state === 'ACTIVE' && key.replacedBy !== null ? 'REPLACED' : key.state,
  key.createdAt,
  key.revokedAt ?? key.expiresAt ?? 'never',
  key.lastUsedOn ?? 'never',
  `${usedOf(key).toString()} of ${key.permissions.length.toString()}`,
  key.name,
];

const usedOf = ({ permissions, usedPermissions }: ApiKeyRecord): number =>
  usedPermissions.filter((name) => permissions.includes(name)).length;

/** Lists the newest first, and live keys before test keys. */
const listKeys = async (db: Database, tenantId: string, mode?: Mode): Promise<TenantKey[]> => {
  const found: TenantKey[] = [];
  for (const wanted of mode === undefined ? modes : [mode]) {
    const environmentId = await requireEnvironmentId(db, { tenant: tenantId, mode: wanted });
    const keys = await listApiKeys(db, environmentId);
    found.push(...keys.map((key) => ({ ...key, tenantId, mode: wanted })));
  }
  return found;
};
