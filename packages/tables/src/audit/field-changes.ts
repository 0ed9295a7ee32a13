import { isDeepStrictEqual } from 'node:util';
import { pointerTo } from '@loyalty/kernel';

export interface FieldChange {
  /** A JSON pointer into the object. */
  readonly pointer: string;
  /**
   * The earlier value. `from` and `to` are absent for fields that are never shown, and if the entry is
   * truncated (D209).
   */
  readonly from?: unknown;
  readonly to?: unknown;
}

type Content = Readonly<Record<string, unknown>>;

/**
 * Returns the changes of fields; null means that the object did not exist. A list is compared as a whole, and
 * so is everything that lies deeper than rules do.
 */
export const fieldChangesOf = (before: Content | null, after: Content | null): readonly FieldChange[] =>
  changesIn('', { from: before ?? {}, to: after ?? {} }, depthMax);

/** An earning rule has three: the rule, its fields, and what stands in them. */
const depthMax = 4;

interface Values {
  readonly from: unknown;
  readonly to: unknown;
}

const changesIn = (pointer: string, { from, to }: Values, depth: number): FieldChange[] => {
  if (isDeepStrictEqual(from, to)) return [];
  if (depth === 0 || !isContent(from) || !isContent(to))
    return [{ pointer, from: shown(from), to: shown(to) }];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.flatMap((name) =>
    changesIn(pointerTo(pointer, name), { from: from[name] ?? null, to: to[name] ?? null }, depth - 1),
  );
};

const isContent = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Shows only the origin of a URL: path and query may contain a secret that opens it. */
const shown = (value: unknown): unknown => {
  if (typeof value === 'string') return isAddress.test(value) ? originOf(value) : value;
  if (Array.isArray(value)) return value.map(shown);
  if (!isContent(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)]));
};

const isAddress = /^\s*[a-z][a-z0-9+.-]*:\/\//i;

const originOf = (text: string): string => {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  return origin === 'null' ? '[url]' : origin;
};

/** This bounds the JSON. More would fill a database sooner than it helps a reader (D209). */
const bytesMax = 2_048;

interface BoundedChanges {
  readonly changes: readonly FieldChange[];
  readonly isTruncated: boolean;
}

/** Bounds changes: those of more than 2 KiB keep only their pointers, and only as many as fit. */
export const boundedChanges = (changes: readonly FieldChange[]): BoundedChanges => {
  if (bytesOf(changes) <= bytesMax) return { changes, isTruncated: false };
  const pointers: FieldChange[] = [];
  let bytes = 2;
  for (const { pointer } of changes) {
    bytes += bytesOf({ pointer }) + 1;
    if (bytes > bytesMax) break;
    pointers.push({ pointer });
  }
  return { changes: pointers, isTruncated: true };
};

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
