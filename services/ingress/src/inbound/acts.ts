import { type Credential, type Problem, usesPermission } from '@loyalty/http/api';
import type { Act } from '@loyalty/tables/authors';
import { missingPermission } from './responses.ts';

interface AuthorQuery {
  readonly withAuthor?: boolean;
}

/** Authors are for `audit:read` alone, whatever else the record shows (D303). Null: they may be shown, or are not asked for. */
export const refusedAuthor = (
  credential: Pick<Credential, 'permissions' | 'noteUse'>,
  { withAuthor = false }: AuthorQuery,
): Problem | null =>
  withAuthor && !usesPermission(credential, 'audit:read') ? missingPermission('audit:read') : null;

/** Each with its act, which was read in the order of the records. Without `withAuthor` none was read, and they stay as they are. */
export const withActs = (records: readonly object[], acts: readonly Act[]): readonly object[] =>
  records.map((record, at) => {
    const act = acts[at];
    return act === undefined ? record : { ...record, ...act };
  });
