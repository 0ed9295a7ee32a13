import { type Credential, type Problem, usesPermission } from '@loyalty/http/api';
import type { Act } from '@loyalty/tables/authors';
import { missingPermission } from './responses.ts';

interface AuthorQuery {
  readonly withAuthor?: boolean;
}

/**
 * Refuses to show authors without `audit:read`, whatever else the record shows (D303). Returns null if they
 * may be shown or are not requested.
 */
export const refusedAuthor = (
  credential: Pick<Credential, 'permissions' | 'noteUse'>,
  { withAuthor = false }: AuthorQuery,
): Problem | null =>
  withAuthor && !usesPermission(credential, 'audit:read') ? missingPermission('audit:read') : null;

/**
 * Adds its act to each record; acts were read in the order of the records. Without `withAuthor` none was
 * read, and the records stay as they are.
 */
export const withActs = (records: readonly object[], acts: readonly Act[]): readonly object[] =>
  records.map((record, at) => {
    const act = acts[at];
    return act === undefined ? record : { ...record, ...act };
  });
