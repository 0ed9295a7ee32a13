import type { Command } from 'commander';
import { Fault, randomId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import type { FactContent } from '@loyalty/streams/facts';
import {
  type ApiKeyRecord,
  createApiKey,
  type CreateApiKeyResult,
  listApiKeys,
  listTenants,
  lockApiKey,
  revokeApiKey,
} from '@loyalty/tables/tenants';
import {
  type EnvironmentName,
  examples,
  integerFrom,
  modeOption,
  modes,
  parseName,
  parseUuid,
  requireEnvironmentId,
  tenantOption,
} from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import {
  type EntityWrite,
  factWriterOf,
  noteCommand,
  publishingDatabase,
  writeUntilPublished,
} from '../published-writes.ts';
import type { CommandContext, Session } from '../session.ts';
import { tableLines } from '../terminal.ts';

interface CreateFlags extends EnvironmentName {
  readonly name: string;
  readonly rateLimit?: number;
}

export const addKeysCommands = (program: Command, session: Session): void => {
  const keys = program.command('keys').description('API keys of an environment.');
  addCreate(keys, session);
  addList(keys, session);
  addRevoke(keys, session);
};

const addCreate = (keys: Command, session: Session): void => {
  keys
    .command('create')
    .description('Make a key. It is shown this once and stored nowhere.')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .option('--name <name>', 'what it is for', parseName, 'made with loyaltyctl')
    .option(
      '--rate-limit <n>',
      'requests a minute (default: 600 for live keys, 60 for test keys)',
      integerFrom(1, 100_000_000),
    )
    .addHelpText(
      'after',
      examples(
        "keys create --tenant 0198c0de-0000-7000-8000-000000000001 --mode live --name 'till 7'",
        'keys create --tenant … --mode test --rate-limit 6000',
      ),
    )
    .action(
      session.action((task, { tenant, mode, name, rateLimit }: CreateFlags) =>
        withDatabase(task, async (db) => {
          const environmentId = await requireEnvironmentId(db, { tenant, mode });
          const publishing = await publishingDatabase(task, db, (result) =>
            writtenKey(result, { environmentId, tenantId: tenant }),
          );
          const made = await createApiKey(publishing, environmentId, {
            name,
            rateLimitPerMinute: rateLimit ?? null,
          });
          if (made.outcome === 'refused')
            throw new Fault('KEY_REFUSED', `The key was refused: ${made.reason}.`);
          task.say(`Key ${made.apiKey.id} (${mode}), shown this once:`);
          task.say(made.keyText);
          return { document: { ...made.apiKey, tenantId: tenant, mode, key: made.keyText } };
        }),
      ),
    );
};

/** The body never contains the key itself. */
const writtenKey = (
  result: unknown,
  whose: Pick<EntityWrite, 'environmentId' | 'tenantId'>,
): EntityWrite | null => {
  const made = result as CreateApiKeyResult;
  if (made.outcome === 'refused') return null;
  const { id: entityId, createdAt: updatedAt } = made.apiKey;
  return {
    ...whose,
    kind: 'api-key',
    entityId,
    action: 'created',
    body: made.apiKey,
    before: null,
    updatedAt,
  };
};

const addList = (keys: Command, session: Session): void => {
  keys
    .command('list')
    .description('The keys of a tenant, revoked ones too; never the keys themselves.')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption())
    .addHelpText('after', examples('keys list --tenant 0198c0de-0000-7000-8000-000000000001'))
    .action(
      session.action((task, { tenant, mode }: { readonly tenant: string; readonly mode?: Mode }) =>
        withDatabase(task, async (db) => {
          const found = await listKeys(db, tenant, mode);
          const rows = found.map((key) => [
            key.id,
            key.mode,
            key.hint,
            key.rateLimitPerMinute?.toString() ?? 'default',
            key.createdAt,
            key.revokedAt ?? '',
            key.name,
          ]);
          const header = ['id', 'mode', 'key', 'limit a minute', 'created', 'revoked', 'name'];
          for (const line of tableLines(header, rows)) task.say(line);
          return { document: { keys: found } };
        }),
      ),
    );
};

const addRevoke = (keys: Command, session: Session): void => {
  keys
    .command('revoke')
    .description('Revoke a key for good; within 10 seconds it is refused everywhere.')
    .argument('<keyId>', 'the id of the key, as «keys list» shows it', parseUuid)
    .addHelpText('after', examples('keys revoke 6f1c3f7e-3c86-4b57-9d0b-2f6a2f0f7c11'))
    .action(
      session.action((task, keyId: string) =>
        withDatabase(task, async (db) => {
          const revoked = await revokeKey(task, db, keyId);
          if (revoked === null) {
            throw new Fault('KEY_NOT_FOUND', `There is no key ${keyId}: «loyaltyctl keys list» shows them.`);
          }
          task.say(`Key ${revoked.id} (${revoked.mode}) is revoked since ${revoked.revokedAt ?? 'now'}.`);
          return { document: revoked };
        }),
      ),
    );
};

export interface TenantKey extends ApiKeyRecord {
  readonly tenantId: string;
  readonly mode: Mode;
}

/** Newest first, live keys before test keys. */
const listKeys = async (db: Database, tenantId: string, mode?: Mode): Promise<TenantKey[]> => {
  const found: TenantKey[] = [];
  for (const wanted of mode === undefined ? modes : [mode]) {
    const environmentId = await requireEnvironmentId(db, { tenant: tenantId, mode: wanted });
    const keys = await listApiKeys(db, environmentId);
    found.push(...keys.map((key) => ({ ...key, tenantId, mode: wanted })));
  }
  return found;
};

/**
 * Resolves once Kafka has the fact, so a database that loses its last commits revokes the key again. A repeat
 * publishes the fact again, and leaves nothing in the audit log. Null when no environment has the key.
 */
const revokeKey = async (task: CommandContext, db: Database, keyId: string): Promise<TenantKey | null> => {
  const facts = await factWriterOf(task);
  const tenants = await listTenants(db);
  const environments = tenants.flatMap((tenant) => modes.map((mode) => ({ tenant, mode })));
  for (const { tenant, mode } of environments) {
    const snapshot = { tenantId: tenant.id, environmentId: tenant.environmentIds[mode] };
    const revoked = await writeUntilPublished(db, async (tx) => {
      const locked = await lockApiKey(tx, snapshot.environmentId, keyId);
      const result = await revokeApiKey(tx, snapshot.environmentId, keyId);
      if (locked?.isRevoked === false && result !== null)
        await noteCommand(tx, task, notedRevocation(snapshot, result));
      return { result, messages: result === null ? [] : [facts.factOf(revocationOf(snapshot, result))] };
    });
    if (revoked !== null) return { ...revoked, tenantId: tenant.id, mode };
  }
  return null;
};

const notedRevocation = (
  { environmentId }: Pick<EntityWrite, 'environmentId'>,
  { id: objectId, name: objectName, revokedAt }: ApiKeyRecord,
): Parameters<typeof noteCommand>[2] => ({
  environmentId,
  action: 'api_key.revoked',
  objectId,
  objectName,
  changes: [{ pointer: '/revokedAt', from: null, to: revokedAt }],
});

/** The public record, never the key itself. */
const revocationOf = (snapshot: FactContent['snapshot'], body: ApiKeyRecord): FactContent => ({
  id: randomId(),
  snapshot,
  key: body.id,
  occurredAtMs: Date.now(),
  ledgerSeq: null,
  fact: {
    type: 'management.written',
    data: { actor: 'loyaltyctl', kind: 'api-key', entityId: body.id, action: 'revoked', body },
  },
});
