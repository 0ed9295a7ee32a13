import { type EnvironmentId, isUuid } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { AuditActor } from '../audit/note.ts';

/** The name of a credential: a key by its id, or a token by its subject. */
export interface CredentialName {
  readonly kind: 'key' | 'token';
  readonly subject: string;
}

/**
 * Upwards from a key: to the key that made it, else, where an operator rotated it, to the one that it replaced. Keys are never
 * deleted, and nobody makes a key before themselves, so a chain ends.
 */
const rootStatement: Statement = {
  name: 'api-key-root',
  text: `WITH RECURSIVE chain AS (
           SELECT k.id, k.made_by, 1 AS step FROM api_keys k WHERE k.environment_id = $1 AND k.id = $2::uuid
            UNION ALL
           SELECT above.id, above.made_by, chain.step + 1
             FROM chain CROSS JOIN LATERAL (
               SELECT k.id, k.made_by FROM api_keys k
                WHERE k.environment_id = $1
                  AND k.id = CASE WHEN chain.made_by ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN chain.made_by::uuid END
                UNION ALL
               SELECT k.id, k.made_by FROM api_keys k
                WHERE chain.made_by IS NULL AND k.environment_id = $1 AND k.replaced_by = chain.id
                LIMIT 1) above
            WHERE chain.step < 10000
         )
         SELECT id, made_by AS "madeBy" FROM chain ORDER BY step DESC LIMIT 1`,
};

/**
 * Returns where a credential comes from, through any number of keys that created one another: a person's
 * token, or the key of an operator (D307).
 */
export const readCredentialRoot = async (
  db: Queryable,
  environmentId: EnvironmentId,
  credential: CredentialName,
): Promise<CredentialName> => {
  if (credential.kind === 'token') return credential;
  type Row = { readonly id: string; readonly madeBy: string | null };
  const [top] = await db.query<Row>(rootStatement, [environmentId, credential.subject]);
  if (top === undefined) return credential;
  return top.madeBy === null ? { kind: 'key', subject: top.id } : { kind: 'token', subject: top.madeBy };
};

/**
 * Returns who created the key of an author (D306): a person or the first key. Other authors are returned as
 * they are.
 */
export const rootOfAuthor = async (
  db: Queryable,
  environmentId: EnvironmentId,
  author: AuditActor,
): Promise<AuditActor> => {
  if (author.kind !== 'KEY' || !isUuid(author.id)) return author;
  const { kind, subject: id } = await readCredentialRoot(db, environmentId, {
    kind: 'key',
    subject: author.id,
  });
  return { kind: kind === 'key' ? 'KEY' : 'PERSON', id };
};
