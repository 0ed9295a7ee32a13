import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Checked } from '@loyalty/contracts/http';

/** The list and the filters that a cursor belongs to. The cursor is refused with any others (D11). */
export interface CursorScope {
  readonly list: string;
  readonly environmentId: number;
  /** The filters of the request by name, without `cursor` and `limit`. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The environment's secret. Nobody can forge a cursor without it. */
  readonly secret: Uint8Array;
}

/** The values of the last row's sort keys; the next page starts after them. */
export type CursorPosition = readonly (string | number | null)[];

const macBytes = 16;
/** Far more than two sort keys need. */
const cursorLengthMax = 1_024;

export const encodeCursor = (scope: CursorScope, position: CursorPosition): string => {
  const bytes = Buffer.from(JSON.stringify(position));
  return Buffer.concat([macOf(scope, bytes), bytes]).toString('base64url');
};

/** Refuses a cursor that was not made for the same list, filters and environment. */
export const decodeCursor = (scope: CursorScope, cursor: string): Checked<CursorPosition> => {
  const all = Buffer.from(cursor.slice(0, cursorLengthMax), 'base64url');
  const mac = all.subarray(0, macBytes);
  const bytes = all.subarray(macBytes);
  if (
    all.toString('base64url') !== cursor ||
    mac.length < macBytes ||
    !timingSafeEqual(mac, macOf(scope, bytes))
  ) {
    return {
      ok: false,
      errors: [{ pointer: '/cursor', message: 'is not a cursor for this list with these filters' }],
    };
  }
  // The MAC proves that these bytes are ours.
  return { ok: true, value: JSON.parse(bytes.toString()) as CursorPosition };
};

const macOf = ({ list, environmentId, filters, secret }: CursorScope, position: Buffer): Buffer => {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const scope = JSON.stringify([list, environmentId, given.sort(([one], [other]) => (one < other ? -1 : 1))]);
  return createHmac('sha256', secret)
    .update(scope)
    .update('\0')
    .update(position)
    .digest()
    .subarray(0, macBytes);
};

interface PageSource<Row> {
  /** Up to `limit + 1` rows after the cursor's position; the extra row shows that more follow. */
  readonly rows: readonly Row[];
  readonly limit: number;
  readonly scope: CursorScope;
  readonly positionOf: (row: Row) => CursorPosition;
}

export const pageOf = <Row>(
  source: PageSource<Row>,
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } => {
  const rows = source.rows.slice(0, source.limit);
  const last = rows.at(-1);
  const hasMore = source.rows.length > source.limit && last !== undefined;
  return { rows, nextCursor: hasMore ? encodeCursor(source.scope, source.positionOf(last)) : null };
};

/** The greatest limit of a page, and the limit of a page that names none. */
interface LimitBounds {
  readonly max: number;
  readonly usual: number;
}

const listBounds: LimitBounds = { max: 200, usual: 50 };

/** Accepts 1 to 200 unless other bounds are given; the default is 50. Refuses anything else with its pointer (D11). */
export const pageLimit = (limit: unknown, { max, usual }: LimitBounds = listBounds): Checked<number> => {
  if (limit === undefined) return { ok: true, value: usual };
  const value = typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Number(limit) : limit;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) {
    return { ok: true, value };
  }
  const message = `must be an integer from 1 to ${max.toString()}`;
  return { ok: false, errors: [{ pointer: '/limit', message }] };
};
