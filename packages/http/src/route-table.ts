import type { Operation } from './contract.ts';

/** All operations of one path. */
export interface PathRoutes {
  /** The path as express wants it: base path in front, `:name` for `{name}`. */
  readonly expressPath: string;
  /** By method; HEAD is there wherever GET is. */
  readonly byMethod: ReadonlyMap<string, Operation>;
  /** For the `Allow` header of a 405. */
  readonly allow: string;
}

/**
 * The operations gathered by path, in the order in which they are to be tried: a path with fewer placeholders
 * first, so that `/segments/preview` is never taken for a segment's id; otherwise as in the contract.
 */
export const routeTable = (operations: readonly Operation[], basePath: string): readonly PathRoutes[] => {
  const byPath = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const path = basePath + operation.path.replace(/\{(\w+)\}/g, ':$1');
    const byMethod = byPath.get(path) ?? new Map<string, Operation>();
    byMethod.set(operation.method, operation);
    if (operation.method === 'GET') byMethod.set('HEAD', operation);
    byPath.set(path, byMethod);
  }
  return [...byPath]
    .sort(([one], [other]) => placeholdersOf(one) - placeholdersOf(other))
    .map(([expressPath, byMethod]) => ({ expressPath, byMethod, allow: [...byMethod.keys()].join(', ') }));
};

const placeholdersOf = (path: string): number => path.split(':').length;

/** Throws an error that names every operation without a handler and every handler without an operation. */
export const assertHandled = (operations: readonly Operation[], handlers: Readonly<Record<string, unknown>>): void => {
  const declared = new Set(operations.map((operation) => operation.operationId));
  const unhandled = [...declared].filter((operationId) => handlers[operationId] === undefined);
  const undeclared = Object.keys(handlers).filter((operationId) => !declared.has(operationId));
  const complaints = [
    ...(unhandled.length > 0 ? [`operations without a handler: ${unhandled.join(', ')}`] : []),
    ...(undeclared.length > 0 ? [`handlers without an operation: ${undeclared.join(', ')}`] : []),
  ];
  if (complaints.length > 0) throw new Error(`The routes do not match the contract; ${complaints.join('; ')}.`);
};
