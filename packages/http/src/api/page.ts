import { encodeCursor } from './cursor.ts';
import type { CursorPosition, CursorScope } from './cursor.ts';

export interface PageSource<Row> {
  /** Up to `limit + 1` rows after the cursor's position; the extra row shows that more follow. */
  readonly rows: readonly Row[];
  readonly limit: number;
  readonly scope: CursorScope;
  readonly positionOf: (row: Row) => CursorPosition;
}

/** Returns the rows of the response, and the cursor of the next page; null on the last one (D11). */
export const pageOf = <Row>(
  source: PageSource<Row>,
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } => {
  const rows = source.rows.slice(0, source.limit);
  const last = rows.at(-1);
  const hasMore = source.rows.length > source.limit && last !== undefined;
  return { rows, nextCursor: hasMore ? encodeCursor(source.scope, source.positionOf(last)) : null };
};
