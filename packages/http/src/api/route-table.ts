import type { ServedOperation } from './contract.ts';

/** All operations of one path. */
export interface PathRoutes {
  /** The path in express' syntax: with the base path, and `:name` for `{name}`. */
  readonly expressPath: string;
  /** By method; HEAD is present when GET is. */
  readonly byMethod: ReadonlyMap<string, ServedOperation>;
  /** For the `Allow` header of a 405. */
  readonly allow: string;
}

/**
 * Returns the operations by path, in the order of matching. A path with fewer placeholders comes first, so that
 * `/segments/preview` is not read as a segment's id. Otherwise the order is that of the contract.
 */
export const routeTable = (operations: readonly ServedOperation[]): readonly PathRoutes[] => {
  const byPath = new Map<string, Map<string, ServedOperation>>();
  for (const operation of operations) {
    const path = operation.basePath + operation.path.replace(/\{(\w+)\}/g, ':$1');
    const byMethod = byPath.get(path) ?? new Map<string, ServedOperation>();
    byMethod.set(operation.method, operation);
    if (operation.method === 'GET') byMethod.set('HEAD', operation);
    byPath.set(path, byMethod);
  }
  return [...byPath]
    .sort(([one], [other]) => placeholdersOf(one) - placeholdersOf(other))
    .map(([expressPath, byMethod]) => ({ expressPath, byMethod, allow: [...byMethod.keys()].join(', ') }));
};

const placeholdersOf = (path: string): number => path.split(':').length;

/** The implementations of the operations: pages for those without a credential, handlers for all others. */
export interface Responders {
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly pages: Readonly<Record<string, unknown>>;
}

/** Throws an error that names every operation without a handler or page, and every handler or page without an operation. */
export const assertResponded = (
  operations: readonly ServedOperation[],
  { handlers, pages }: Responders,
): void => {
  const complaints = [
    ...mismatches(
      'handler',
      operations.filter(({ isPublic }) => !isPublic),
      handlers,
    ),
    ...mismatches(
      'page',
      operations.filter(({ isPublic }) => isPublic),
      pages,
    ),
  ];
  if (complaints.length > 0)
    throw new Error(`The routes do not match the contract: ${complaints.join('; ')}.`);
};

const mismatches = (
  noun: string,
  operations: readonly ServedOperation[],
  answerers: Readonly<Record<string, unknown>>,
): readonly string[] => {
  const declared = new Set(operations.map((operation) => operation.operationId));
  const missing = [...declared].filter((operationId) => answerers[operationId] === undefined);
  const foreign = Object.keys(answerers).filter((operationId) => !declared.has(operationId));
  return [
    ...(missing.length > 0 ? [`operations without a ${noun}: ${missing.join(', ')}`] : []),
    ...(foreign.length > 0 ? [`${noun}s without an operation: ${foreign.join(', ')}`] : []),
  ];
};
