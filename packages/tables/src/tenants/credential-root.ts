import { type EnvironmentId, isUuid } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { AuditActor } from '../audit/note.ts';

const uuidForm = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** A key, what made it, and so on. One that an operator exchanged goes on as the key before it. The chain is acyclic: each is older. */
const rootStatement: Statement = {
  name: 'credential-root',
  text: `WITH RECURSIVE chain AS (
           SELECT k.id, k.made_by, 1 AS place FROM api_keys k WHERE k.environment_id = $1 AND k.id = $2::uuid
           UNION ALL
           SELECT k.id, k.made_by, c.place + 1
             FROM chain c JOIN LATERAL (
                  SELECT made.id, made.made_by FROM api_keys made
                   WHERE made.environment_id = $1
                     AND made.id = CASE WHEN c.made_by ~ '${uuidForm}' THEN c.made_by::uuid END
                  UNION ALL
                  SELECT old.id, old.made_by FROM api_keys old
                   WHERE c.made_by IS NULL AND old.environment_id = $1 AND old.replaced_by = c.id
                  ) k ON true)
         SELECT id, made_by AS "madeBy" FROM chain ORDER BY place DESC LIMIT 1`,
};

/**
 * Who stands at the beginning of a chain of keys that make and exchange each other (D306): a person, or the first key. Whoever is no
 * key stands for themselves.
 */
export const rootOfCredential = async (
  db: Queryable,
  environmentId: EnvironmentId,
  credential: AuditActor,
): Promise<AuditActor> => {
  if (credential.kind !== 'KEY' || !isUuid(credential.id)) return credential;
  const [root] = await db.query<{ id: string; madeBy: string | null }>(rootStatement, [
    environmentId,
    credential.id,
  ]);
  if (root === undefined) return credential;
  return root.madeBy === null ? { kind: 'KEY', id: root.id } : { kind: 'PERSON', id: root.madeBy };
};
