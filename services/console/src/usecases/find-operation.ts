import { operations, type Operation, type OperationId } from '@loyalty/client';

export interface FoundOperation {
  readonly operationId: OperationId;
  readonly operation: Operation;
}

interface Pattern extends FoundOperation {
  /** Null stands for a parameter. */
  readonly parts: readonly (string | null)[];
}

const partsOf = (path: string): readonly string[] => path.slice(1).split('/');

const parametersOf = ({ parts }: Pick<Pattern, 'parts'>): number =>
  parts.filter((part) => part === null).length;

const patterns: readonly Pattern[] = (Object.keys(operations) as OperationId[])
  .map((operationId) => {
    const operation: Operation = operations[operationId];
    const parts = partsOf(operation.path).map((part) => (part.startsWith('{') ? null : part));
    return { operationId, operation, parts };
  })
  // A path without parameters before one that could stand for it: `/transactions/refused`.
  .toSorted((a, b) => parametersOf(a) - parametersOf(b));

/**
 * Finds the operation of a raw path that begins after the tenant. Returns null for anything that the client's
 * table does not have: other methods, other paths, and paths that a server could read in two ways.
 */
export const findOperation = (method: string, path: string): FoundOperation | null => {
  const parts = partsOf(path);
  if (!path.startsWith('/') || !parts.every(isPlain)) return null;
  return patterns.find((pattern) => pattern.operation.method === method && fits(pattern, parts)) ?? null;
};

const fits = ({ parts }: Pattern, given: readonly string[]): boolean =>
  parts.length === given.length && parts.every((part, place) => part === null || part === given[place]);

/** One part of a path that every server reads alike: no dots alone, no slash in any spelling, no control character. */
const isPlain = (part: string): boolean => {
  if (!/^[\w.~!$&'()*+,;=:@%-]+$/.test(part)) return false;
  try {
    const text = decodeURIComponent(part);
    // eslint-disable-next-line no-control-regex -- they are what is refused
    return !/^\.{1,2}$|[/\\\u0000-\u001f\u007f]/.test(text);
  } catch {
    return false;
  }
};
