import { pointerTo } from '@loyalty/kernel';
import type { FieldError } from '../http/field-errors.ts';
import type { JsonObject } from '../http/json-body.ts';

interface PayloadSize {
  /** Values of any kind, those within objects and arrays included. */
  readonly values: number;
  readonly errors: readonly FieldError[];
}

/** A usual payload of 64 KiB (D10) has fewer. This bounds the cost of judging one. */
const payloadValuesMax = 10_000;

type FoundValue = readonly [pointer: string, value: unknown];

/**
 * Returns the size of a payload. Refuses 1e999, which would be stored as null, and numbers beyond ±(2^53−1),
 * which parsing rounds (D79).
 */
export const payloadSizeOf = (payload: unknown, pointer: string): PayloadSize => {
  const found: FoundValue[] = [[pointer, payload]];
  let fault: FieldError | null = null;
  // The list grows during this walk.
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

const membersOf = (pointer: string, value: unknown): readonly FoundValue[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, member]): FoundValue => [pointerTo(pointer, name), member])
    : [];

const tooMany = (pointer: string): FieldError => ({
  pointer,
  message: `must not have more than ${payloadValuesMax.toLocaleString('en')} values`,
});

/** Returns JSON without spaces, with members in the order of their names, so equal values give equal text. */
export const canonicalJson = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = value as JsonObject;
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(members[name])}`).join(',')}}`;
};
