import { pageOf, type CursorPosition, type HttpRequest, type Problem } from '@loyalty/http';
import type { LoadEnvironmentSecret } from '../load-secret.ts';
import { loadListPage, type ListPage } from './list-page.ts';

/** A list that is returned whole when no `limit` is given (D11). */
export interface ShortList<Row> {
  /** The name of the list, to which its cursors are bound. */
  readonly list: string;
  readonly loadSecret: LoadEnvironmentSecret;
  /** Reads at most `limit` rows after this position. */
  readonly read: (after: CursorPosition | null, limit: number) => Promise<readonly Row[]>;
  readonly positionOf: (row: Row) => CursorPosition;
}

interface ShortListPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

type ListRequest = HttpRequest<unknown, { readonly cursor?: string; readonly limit?: number }>;

/**
 * Reads a page of a list or, without a `limit`, the whole list. Lists without a limit under D74, as archived definitions, may
 * have any length. One response therefore ends at its limit, at 1,000 rows, or at the row that exceeds 4 MiB. Its cursor continues
 * the list.
 */
export const readShortList = async <Row>(
  request: ListRequest,
  source: ShortList<Row>,
): Promise<ShortListPage<Row> | Problem> => {
  const page = await loadListPage(request, { list: source.list, filters: {} }, source.loadSecret);
  if ('problem' in page) return page;
  return readUpTo(request.query.limit === undefined ? wholeRowsMax : page.limit, page, source);
};

/** As many as D74 allows of the rows that it counts. */
const wholeRowsMax = 1_000;
const bytesMax = 4 * 1024 * 1024;

/** A row has some hundred bytes, and at most 256 KiB. This many are read before their bytes are counted. */
const rowsAtOnce = 100;

const readUpTo = async <Row>(
  rowsMax: number,
  page: ListPage,
  source: ShortList<Row>,
): Promise<ShortListPage<Row>> => {
  const { positionOf } = source;
  const rows: Row[] = [];
  let bytes = 0;
  for await (const row of rowsAfter(page.after, rowsMax + 1, source)) {
    if (rows.length === rowsMax || bytes > bytesMax)
      return pageOf({ ...page, rows: [...rows, row], limit: rows.length, positionOf });
    rows.push(row);
    bytes += Buffer.byteLength(JSON.stringify(row));
  }
  return { rows, nextCursor: null };
};

/** Reads up to `rowsMax` rows; no more are asked for than are wanted still. */
async function* rowsAfter<Row>(
  position: CursorPosition | null,
  rowsMax: number,
  { read, positionOf }: ShortList<Row>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (let left = rowsMax; left > 0;) {
    const wanted = Math.min(rowsAtOnce, left);
    const rows = await read(last === undefined ? position : positionOf(last), wanted);
    yield* rows;
    last = rows.at(-1);
    left = rows.length < wanted ? 0 : left - wanted;
  }
}
