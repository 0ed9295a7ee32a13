import { pageOf, type CursorPosition, type HttpRequest, type Problem } from '@loyalty/http';
import type { LoadEnvironmentSecret } from '../load-secret.ts';
import { loadListPage, type ListPage } from './list-page.ts';

/** A list that comes whole when no `limit` is given (D11). */
export interface ShortList<Row> {
  /** What its cursors are bound to. */
  readonly list: string;
  readonly loadSecret: LoadEnvironmentSecret;
  /** At most `limit` rows from after this position. */
  readonly read: (after: CursorPosition | null, limit: number) => Promise<readonly Row[]>;
  readonly positionOf: (row: Row) => CursorPosition;
}

interface ShortListPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

type ListRequest = HttpRequest<unknown, { readonly cursor?: string; readonly limit?: number }>;

/**
 * As much of a list as is asked for: a page, or, without a `limit`, the whole of it. What D74 does not count, as archived
 * definitions, may be of any number, so one answer ends at 1,000 rows or at the row with which it passes 4 MiB of JSON, and
 * its cursor says where the list goes on.
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

/** As many as D74 allows of what it counts. */
const wholeRowsMax = 1_000;
const wholeBytesMax = 4 * 1024 * 1024;

/** A row is some hundred bytes, and may be 256 KiB: so many are read before their bytes are counted. */
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
