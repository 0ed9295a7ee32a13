import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Checked } from '@loyalty/contracts';

/** What a cursor belongs to: used with anything else, it is refused (D11). */
export interface CursorScope {
  /** The list's name, as in `members`. */
  readonly list: string;
  readonly environmentId: number;
  /** The filters of the request by name; `cursor` and `limit` are not among them. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The environment's secret: a cursor that was not made here cannot be made up. */
  readonly secret: Uint8Array;
}

/** The values of the last row's sort keys, after which the next page starts. */
export type CursorPosition = readonly (string | number | null)[];

const macBytes = 16;
/** Far above what two sort keys need. */
const cursorLengthMax = 1_024;

/** An opaque text that {@link decodeCursor} takes back: base64url of a MAC and the position. */
export const encodeCursor = (scope: CursorScope, position: CursorPosition): string => {
  const bytes = Buffer.from(JSON.stringify(position));
  return Buffer.concat([macOf(scope, bytes), bytes]).toString('base64url');
};

/** The position in a cursor that was made for the same list, filters and environment; anything else is refused. */
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
      errors: [{ pointer: '/cursor', message: 'is not a cursor of this list and its filters' }],
    };
  }
  // The MAC says that these bytes are ours.
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
