import { instantOf } from '@loyalty/contracts';
import {
  type CursorPosition,
  type CursorScope,
  decodeCursor,
  encodeCursor,
  type HttpRequest,
  type HttpResponse,
  pageLimit,
  pageOf,
  type Problem,
} from '@loyalty/http/api';
import { invalid } from './responses.ts';
import type { LoadEnvironmentSecret } from './routes.ts';

export interface ListQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

export interface ListPage {
  readonly scope: CursorScope;
  /** The last row of the page before; null on the first page. */
  readonly after: CursorPosition | null;
  readonly limit: number;
}

interface ListOptions extends Pick<CursorScope, 'list' | 'filters'> {
  /** The greatest limit of a page, which is also the default. Without it they are 200 and 50. */
  readonly limitMax?: number;
}

/**
 * Responds with a page of a list. `read` returns the rows and the next cursor: `cursorTo`, or `pageOf` if one
 * more row was read.
 */
export const listResponse = async (
  request: HttpRequest<unknown, ListQuery>,
  { loadSecret, ...list }: ListOptions & { readonly loadSecret: LoadEnvironmentSecret },
  read: (page: ListPage) => Promise<{ readonly nextCursor: string | null } | Problem>,
): Promise<HttpResponse | Problem> => {
  const page = await loadListPage(request, list, loadSecret);
  if ('problem' in page) return page;
  const body = await read(page);
  return 'problem' in body ? body : { status: 200, body };
};

/** Loads a page. Refuses a cursor of another list, other filters or another environment. */
export const loadListPage = async (
  { credential, query }: HttpRequest<unknown, ListQuery>,
  { limitMax, ...list }: ListOptions,
  loadSecret: LoadEnvironmentSecret,
): Promise<ListPage | Problem> => {
  const limit = pageLimit(
    query.limit,
    limitMax === undefined ? undefined : { max: limitMax, usual: limitMax },
  );
  if (!limit.ok) return invalid(limit.errors);
  const scope = { ...list, environmentId: credential.environmentId, secret: await loadSecret(credential) };
  if (query.cursor === undefined) return { scope, after: null, limit: limit.value };
  const after = decodeCursor(scope, query.cursor);
  return after.ok ? { scope, after: after.value, limit: limit.value } : invalid(after.errors);
};

export const newestFirst = (
  after: CursorPosition | null,
): { readonly before?: { readonly createdAt: string; readonly id: string } } => {
  if (after === null) return {};
  const [createdAt, id] = after;
  return { before: { createdAt: String(createdAt), id: String(id) } };
};

interface CreatedRow {
  readonly createdAt: string;
  readonly id: string;
}

export const cursorPositionOf = ({ createdAt, id }: CreatedRow): CursorPosition => [createdAt, id];

/** The places of a list whose newest rows are first. */
export const byNewest = { positionOf: cursorPositionOf, goingOn: newestFirst };

export const cursorTo = ({ scope }: ListPage, next: CreatedRow | null): string | null =>
  next === null ? null : encodeCursor(scope, cursorPositionOf(next));

/** Reads the bounds of a period. A date without a time means the whole day. */
export const instantsOf = ({
  since,
  until,
}: {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}): { readonly since?: Date; readonly until?: Date } => ({
  ...(since === undefined ? {} : { since: new Date(instantOf(since, 'start') ?? 0) }),
  ...(until === undefined ? {} : { until: new Date(instantOf(until, 'end') ?? 0) }),
});

/** Returned whole when no `limit` is given (D11). */
interface ShortList<Row> {
  readonly list: string;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly read: (after: CursorPosition | null, limit: number) => Promise<readonly Row[]>;
  readonly positionOf: (row: Row) => CursorPosition;
  readonly bodyOf: (page: ShortListPage<Row>) => ListBody | Promise<ListBody>;
}

type ListBody = Pick<ShortListPage<unknown>, 'nextCursor'>;

interface ShortListPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/**
 * Responds with a whole list unless there is a `limit`. Lists without a limit under D74 may have any length:
 * a response ends at its limit, at 1,000 rows, or at the row that exceeds 4 MiB, and its cursor continues.
 */
export const shortListResponse = <Row>(
  request: HttpRequest<unknown, ListQuery>,
  source: ShortList<Row>,
): Promise<HttpResponse | Problem> =>
  listResponse(request, { list: source.list, filters: {}, loadSecret: source.loadSecret }, async (page) =>
    source.bodyOf(
      await readUpTo(request.query.limit === undefined ? wholeRowsMax : page.limit, page, source),
    ),
  );

/** D74 allows as many of the rows that it counts. */
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
