import { type Command, InvalidArgumentError, Option } from 'commander';
import { Fault } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import {
  type ChangeKeyResult,
  keyChangesIn,
  type KeyPatch,
  type LocatedKey,
  locateApiKey,
  narrowApiKey,
  type NarrowKeyResult,
  revokeApiKeys,
  type RevokeKeysResult,
  rotateApiKey,
  type RotateKeyResult,
  type StoredKey,
} from '@loyalty/tables/keys';
import { examples, parseDurationS, parseName, parseUuid } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { writeEntitiesUntilPublished } from '../published-writes.ts';
import type { CommandContext, Session } from '../session.ts';
import { expiresOption, permissionsOption, rateLimitOption, roleOption } from './key-options.ts';
import { callOf, expiryOf, refusalFault } from './operator-calls.ts';

const exampleId = '6f1c3f7e-3c86-4b57-9d0b-2f6a2f0f7c11';
const byId = ['<keyId>', 'the id of the key, as «keys list» shows it'] as const;

interface NarrowFlags {
  readonly toUsed?: true;
  readonly role?: string;
  readonly permissions?: readonly string[];
  readonly expires?: number;
  readonly rateLimit?: number;
  readonly name?: string;
}

export const addNarrow = (keys: Command, session: Session): void => {
  keys
    .command('narrow')
    .description(
      'Restrict a key to fewer permissions, an earlier expiry or a lower rate limit. This takes effect within 10 seconds and cannot be undone.',
    )
    .argument(...byId, parseUuid)
    .addOption(
      new Option('--to-used', 'keep only the permissions that it has used since it was created').conflicts([
        'role',
        'permissions',
      ]),
    )
    .addOption(roleOption().conflicts(['permissions', 'toUsed']))
    .addOption(permissionsOption().conflicts(['role', 'toUsed']))
    .addOption(expiresOption())
    .addOption(rateLimitOption())
    .option('--name <name>', 'a new name for the key', parseName)
    .addHelpText(
      'after',
      '\nUses are recorded within a minute. Note that a key may not have used yet what it needs only once a year.\n' +
        examples(`keys narrow ${exampleId} --to-used`, `keys narrow ${exampleId} --role till --expires 90d`),
    )
    .action(
      session.action((task, keyId: string, flags: NarrowFlags) =>
        withDatabase(task, async (db) => {
          const located = await requireKey(db, keyId);
          const result = await confirmed<NarrowKeyResult>(task, db, {
            located,
            write: (own) => narrowApiKey(own, callOf(located), { keyId, patch: patchOf(located, flags) }),
          });
          if (!('after' in result)) throw refusalFault(result);
          const { record } = result.after;
          const taken = located.record.permissions.filter((name) => !record.permissions.includes(name));
          task.say(
            `Key ${keyId} has the permissions ${record.permissions.join(', ')} and ${expiryOf(record)}.`,
          );
          task.say(taken.length === 0 ? 'No permission was removed.' : `Removed: ${taken.join(', ')}.`);
          return { document: { ...shown(located, result.after), taken } };
        }),
      ),
    );
};

const patchOf = (
  { record }: LocatedKey,
  { toUsed, role, permissions, expires, rateLimit, name }: NarrowFlags,
): KeyPatch => {
  const patch: KeyPatch = {
    ...(role !== undefined && { role }),
    ...(permissions !== undefined && { permissions }),
    ...(toUsed === true && { permissions: usedBy(record) }),
    ...(expires !== undefined && { expiresAtMs: expires }),
    ...(rateLimit !== undefined && { rateLimitPerMinute: rateLimit }),
    ...(name !== undefined && { name }),
  };
  if (Object.keys(patch).length > 0) return patch;
  throw new Fault(
    'NOTHING_TO_DO',
    'Nothing to restrict: pass --to-used, --role, --permissions, --expires or --rate-limit.',
  );
};

const usedBy = ({ permissions, usedPermissions }: LocatedKey['record']): readonly string[] => {
  const used = usedPermissions.filter((name) => permissions.includes(name));
  if (used.length > 0) return used;
  throw new Fault(
    'NEVER_USED',
    'The key has used none of its permissions: revoke it, or pass --permissions or --role.',
  );
};

export const addRotate = (keys: Command, session: Session): void => {
  keys
    .command('rotate')
    .description(
      'Replace a key with a new one that may do the same. The new key is shown only once; the old one expires after the overlap.',
    )
    .argument(...byId, parseUuid)
    .addOption(
      new Option('--overlap <time>', 'how long the old key remains valid, 0 to 168h')
        .argParser(parseOverlapS)
        .default(usualOverlapS, '24h'),
    )
    .addHelpText(
      'after',
      '\nThe new key has the same lifetime as the old one had when it was created.\n' +
        examples(`keys rotate ${exampleId}`, `keys rotate ${exampleId} --overlap 0`),
    )
    .action(
      session.action((task, keyId: string, { overlap }: { readonly overlap: number }) =>
        withDatabase(task, async (db) => {
          const located = await requireKey(db, keyId);
          const result = await confirmed<RotateKeyResult>(task, db, {
            located,
            write: (own) => rotateApiKey(own, callOf(located), { keyId, overlapHours: overlap / 3_600 }),
            notedAs: 'api_key.rotated',
          });
          if (result.outcome !== 'rotated') throw refusalFault(result);
          const { after, successor, keyText } = result;
          task.say(`Key ${keyId} ${expiryOf(after.record)}.`);
          task.say(
            `Key ${successor.record.id} (${located.mode}) ${expiryOf(successor.record)}. It is shown only once:`,
          );
          task.say(keyText);
          const replaces = { id: keyId, expiresAt: after.record.expiresAt };
          return { document: { ...shown(located, successor), key: keyText, replaces } };
        }),
      ),
    );
};

const usualOverlapS = 24 * 3_600;
/** The maximum is that of the API (D217). */
const overlapMaxS = 168 * 3_600;

const parseOverlapS = (text: string): number => {
  const seconds = /^0[smhd]?$/.test(text) ? 0 : parseDurationS(text);
  if (seconds <= overlapMaxS) return seconds;
  throw new InvalidArgumentError('It must be at most 168h.');
};

export const addRevoke = (keys: Command, session: Session): void => {
  keys
    .command('revoke')
    .description('Revoke a key for good. It is refused everywhere within 10 seconds.')
    .argument(...byId, parseUuid)
    .option('--also-made', 'also revoke the keys that it created, and the keys that those created')
    .addHelpText('after', examples(`keys revoke ${exampleId}`, `keys revoke ${exampleId} --also-made`))
    .action(
      session.action((task, keyId: string, { alsoMade = false }: { readonly alsoMade?: boolean }) =>
        withDatabase(task, async (db) => {
          const located = await requireKey(db, keyId);
          const result = await confirmed<RevokeKeysResult>(task, db, {
            located,
            write: (own) => revokeApiKeys(own, callOf(located), { keyId, alsoMade }),
          });
          if (result.outcome !== 'revoked') throw refusalFault(result);
          const { key, others, left } = result;
          task.say(`Key ${keyId} (${located.mode}) was revoked at ${key.record.revokedAt ?? 'this moment'}.`);
          for (const { record } of others)
            if (record.id !== keyId) task.say(`Key ${record.id} «${record.name}» was revoked with it.`);
          for (const { record } of left)
            task.say(
              `Key ${record.id} «${record.name}» was created by it and remains valid: --also-made revokes it too.`,
            );
          return { document: { ...shown(located, key), revoked: idsOf(result.revoked), made: idsOf(left) } };
        }),
      ),
    );
};

const idsOf = (keys: readonly StoredKey[]): readonly string[] => keys.map(({ record }) => record.id);

const requireKey = async (db: Database, keyId: string): Promise<LocatedKey> => {
  const located = await locateApiKey(db, keyId);
  if (located !== null) return located;
  throw new Fault('KEY_NOT_FOUND', `There is no key ${keyId}: «loyaltyctl keys list» lists all keys.`);
};

const shown = ({ tenantId, mode }: LocatedKey, { record }: StoredKey) => ({ ...record, tenantId, mode });

interface ConfirmedWrite<Result> {
  readonly located: LocatedKey;
  readonly write: (db: Database) => Promise<Result>;
  /** The action of the entry in the audit log. Default: changed. */
  readonly notedAs?: string;
}

/** A database that then loses its last commits takes away again what was taken here. */
const confirmed = <Result extends ChangeKeyResult>(
  task: CommandContext,
  db: Database,
  { located: { environmentId, tenantId }, write, notedAs }: ConfirmedWrite<Result>,
): Promise<Result> =>
  writeEntitiesUntilPublished(task, db, {
    write,
    writtenIn: (result) =>
      keyChangesIn(result).map(({ action, before, after }) => ({
        environmentId,
        tenantId,
        kind: 'api-key',
        entityId: after.record.id,
        action,
        body: after.record,
        before: before?.record ?? null,
        updatedAt: after.updatedAt,
        ...(before === null ? { notedAs: null } : notedAs !== undefined && { notedAs }),
      })),
  });
