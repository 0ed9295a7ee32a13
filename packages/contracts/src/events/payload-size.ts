import type { FieldError } from '../http/field-error.ts';
import { pointerTo } from '../http/field-error.ts';

/** How large a payload is, and what no definition could allow in it. */
export interface PayloadSize {
  /** Values of any kind, those within objects and arrays included. */
  readonly values: number;
  readonly errors: readonly FieldError[];
}

/** A payload of 64 KiB (D10) has no more unless it is made to; it bounds what judging one can cost. */
const payloadValuesMax = 10_000;

type Found = readonly [pointer: string, value: unknown];

/**
 * Measures a payload; pointers begin at `pointer`. Refused are a number such as 1e999, which would be stored as null, and
 * a number beyond ±(2^53−1) (D79): parsing has rounded it to a whole number, and never back to one within.
 */
export const payloadSizeOf = (payload: unknown, pointer: string): PayloadSize => {
  const found: Found[] = [[pointer, payload]];
  let fault: FieldError | null = null;
  // The list grows while it is walked over.
  for (const [place, value] of found) {
    if (typeof value === 'number') fault ??= faultOfNumber(place, value);
    for (const member of membersOf(place, value)) found.push(member);
    if (found.length > payloadValuesMax) return { values: found.length, errors: [tooMany(pointer)] };
  }
  return { values: found.length, errors: fault === null ? [] : [fault] };
};

const faultOfNumber = (pointer: string, value: number): FieldError | null => {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return null;
  const isFinite = Number.isFinite(value);
  const message = isFinite
    ? `must lie within ±${Number.MAX_SAFE_INTEGER.toString()}`
    : 'must be a finite number';
  return { pointer, message };
};

const membersOf = (pointer: string, value: unknown): readonly Found[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, member]): Found => [pointerTo(pointer, name), member])
    : [];

const tooMany = (pointer: string): FieldError => ({
  pointer,
  message: `must not hold more than ${payloadValuesMax.toLocaleString('en')} values`,
});
