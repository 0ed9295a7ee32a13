import {
  decodeCursor,
  pageLimit,
  type CursorPosition,
  type CursorScope,
  type HttpRequest,
  type Problem,
} from '@loyalty/http';
import { invalid } from '../invalid.ts';
import type { LoadEnvironmentSecret } from '../load-secret.ts';

interface ListQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

/** The requested page of a list (D11). */
export interface ListPage {
  /** The cursors of this list are bound to this scope. */
  readonly scope: CursorScope;
  /** The last row of the page before; null on the first page. */
  readonly after: CursorPosition | null;
  readonly limit: number;
}

/** Returns the page that a request asks for. Refuses a cursor of another list, other filters or another environment. */
export const loadListPage = async (
  { credential, query }: HttpRequest<unknown, ListQuery>,
  list: Pick<CursorScope, 'list' | 'filters'>,
  loadSecret: LoadEnvironmentSecret,
): Promise<ListPage | Problem> => {
  const limit = pageLimit(query.limit);
  if (!limit.ok) return invalid(limit.errors);
  const scope = { ...list, environmentId: credential.environmentId, secret: await loadSecret(credential) };
  if (query.cursor === undefined) return { scope, after: null, limit: limit.value };
  const after = decodeCursor(scope, query.cursor);
  return after.ok ? { scope, after: after.value, limit: limit.value } : invalid(after.errors);
};

/** Returns where a list that is ordered by (createdAt, id) continues. */
export const newestFirst = (
  after: CursorPosition | null,
): { readonly before?: { readonly createdAt: string; readonly id: string } } => {
  if (after === null) return {};
  const [createdAt, id] = after;
  return { before: { createdAt: String(createdAt), id: String(id) } };
};

/** Returns the position of a row in such a list. */
export const placeOf = ({
  createdAt,
  id,
}: {
  readonly createdAt: string;
  readonly id: string;
}): CursorPosition => [createdAt, id];
