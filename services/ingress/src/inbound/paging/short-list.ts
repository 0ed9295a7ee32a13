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
 * have any length. One response therefore ends at 1,000 rows, or at the row that exceeds 4 MiB of JSON, and its cursor
 * continues the list.
 */
export const readShortList = async <Row>(
  request: ListRequest,
  source: ShortList<Row>,
): Promise<ShortListPage<Row> | Problem> => {
  const page = await loadListPage(request, { list: source.list, filters: {} }, source.loadSecret);
  if ('problem' in page) return page;
  if (request.query.limit === undefined) return readWhole(page, source);
  const { positionOf } = source;
  return pageOf({ ...page, rows: await source.read(page.after, page.limit + 1), positionOf });
};

/** As many as D74 allows of the rows that it counts. */
const wholeRowsMax = 1_000;
const wholeBytesMax = 4 * 1024 * 1024;

/** A row has some hundred bytes, and at most 256 KiB. This many are read before their bytes are counted. */
const rowsAtOnce = 100;

const readWhole = async <Row>(page: ListPage, source: ShortList<Row>): Promise<ShortListPage<Row>> => {
  const { positionOf } = source;
  const rows: Row[] = [];
  let bytes = 0;
  for await (const row of rowsAfter(page.after, source)) {
    if (rows.length === wholeRowsMax || bytes > wholeBytesMax)
      return pageOf({ ...page, rows: [...rows, row], limit: rows.length, positionOf });
    rows.push(row);
    bytes += Buffer.byteLength(JSON.stringify(row));
  }
  return { rows, nextCursor: null };
};

async function* rowsAfter<Row>(
  position: CursorPosition | null,
  { read, positionOf }: ShortList<Row>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const rows = await read(last === undefined ? position : positionOf(last), rowsAtOnce);
    yield* rows;
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}
