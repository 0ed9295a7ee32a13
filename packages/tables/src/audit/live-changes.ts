import type { EnvironmentId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import type { ChangeTerms } from '../configuration/entity-version.ts';
import { rootOfAuthor } from '../tenants/credential-root.ts';
import type { AuditActor } from './note.ts';

/**
 * An object whose changes the setting covers. All tiers are one object, because they are the steps of one
 * ladder, and a new one has no earlier change.
 */
export type LiveObject =
  | { readonly type: 'campaign' | 'segment'; readonly id: string }
  | { readonly type: 'setting'; readonly id: 'currency' | 'pointValueCents' | 'liveChangesByTwo' }
  | { readonly type: 'tier' };

/** Another person must make the change. The API responds with 409 ANOTHER_PERSON_NEEDED. */
export interface AnotherPersonNeeded {
  readonly outcome: 'another-person-needed';
  /** When the caller made the newest change, in ISO 8601 in UTC. */
  readonly changedAt: string;
}

/**
 * Finds out whether the setting `liveChangesByTwo` forbids a live step, because the author of the newest
 * change of an object cannot make its next one (D306). The caller holds the lock of the object, so the newest
 * entry of the audit log is the newest change. Returns null if the step may be made.
 */
export const findSameAuthor = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { author }: ChangeTerms,
  object: LiveObject,
): Promise<AnotherPersonNeeded | null> => {
  if (author === undefined || !(await isInForce(tx, environmentId))) return null;
  const newest = await readNewest(tx, environmentId, object);
  if (newest.length === 0) return null;
  const caller = await rootOfAuthor(tx, environmentId, author);
  for (const { kind, id, at } of newest) {
    const other = await rootOfAuthor(tx, environmentId, { kind, id });
    if (other.kind === caller.kind && other.id === caller.id)
      return { outcome: 'another-person-needed', changedAt: at.toISOString() };
  }
  return null;
};

const switchStatement: Statement = {
  name: 'live-changes-by-two',
  text: `SELECT (e.settings ->> 'liveChangesByTwo') = 'true' AS "isOn",
                (SELECT a.actor_kind <> 'OPERATOR' AND a.created_at > now() - interval '1 day' FROM audit_entries a
                  WHERE a.environment_id = e.id AND a.object_type = 'setting' AND a.object_id = 'liveChangesByTwo'
                  ORDER BY a.created_at DESC, a.id DESC LIMIT 1) AS "isOffForLess"
           FROM environments e WHERE e.id = $1`,
};

/**
 * The setting stays in force for a day after a credential has turned it off. Otherwise one person could turn
 * it off, change what is live, and turn it on again.
 */
const isInForce = async (tx: Transaction, environmentId: EnvironmentId): Promise<boolean> => {
  const [found] = await tx.query<{ isOn: boolean | null; isOffForLess: boolean | null }>(switchStatement, [
    environmentId,
  ]);
  return found?.isOn === true || found?.isOffForLess === true;
};

interface NewestEntry extends AuditActor {
  readonly at: Date;
}

const columns = 'a.actor_kind AS kind, a.actor_id AS id, a.created_at AS at';

/** All entries of the newest instant. Pausing or archiving a campaign changes nothing of what it gives, so it is left out. */
const newestOfObject: Statement = {
  name: 'audit-newest-of-object',
  text: `SELECT ${columns} FROM audit_entries a
          WHERE a.environment_id = $1 AND a.object_type = $2 AND a.object_id = $3
            AND a.action NOT IN ('campaign.paused', 'campaign.archived')
          ORDER BY a.created_at DESC FETCH FIRST 1 ROW WITH TIES`,
};

/** A partial index holds these entries alone. */
const newestOfTiers: Statement = {
  name: 'audit-newest-of-tiers',
  text: `SELECT ${columns} FROM audit_entries a WHERE a.environment_id = $1 AND a.object_type = 'tier'
          ORDER BY a.created_at DESC FETCH FIRST 1 ROW WITH TIES`,
};

const readNewest = (
  tx: Transaction,
  environmentId: EnvironmentId,
  object: LiveObject,
): Promise<readonly NewestEntry[]> =>
  object.type === 'tier'
    ? tx.query<NewestEntry>(newestOfTiers, [environmentId])
    : tx.query<NewestEntry>(newestOfObject, [environmentId, object.type, object.id]);
