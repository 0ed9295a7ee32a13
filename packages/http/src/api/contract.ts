import type { ErrorCode, ProblemKind } from '@loyalty/contracts';
import type { Checked, CheckedBody, Warning } from '@loyalty/contracts/http';

export interface ServedOperation {
  readonly operationId: string;
  /** The method in upper case. A GET also serves HEAD. */
  readonly method: string;
  readonly basePath: string;
  readonly path: string;
  /** True for a page: it needs no credential, and its requests are not counted. */
  readonly isPublic: boolean;
  /** The required permission; `any` means that every credential may call the operation. */
  readonly permission: string;
  /** True if a live credential gets 403 `TEST_KEY_REQUIRED` (D8). */
  readonly testKeyOnly: boolean;
  readonly hasBody: boolean;
  /** True if an empty body is allowed; the handler then gets `undefined`. */
  readonly isBodyOptional: boolean;
  readonly deprecation?: Deprecation;
  readonly isList?: boolean;
  /** True if the operation reads `If-Match`; other operations ignore it. */
  readonly takesIfMatch?: boolean;
  /** True if the operation reads `Idempotency-Key`; other operations ignore it. */
  readonly takesIdempotencyKey?: boolean;
  /** The maximum size of a body. Default: 256 KiB (D10). */
  readonly bodyLimitBytes?: number;
  /** True if the handler checks the items of the body itself, including their strings. */
  readonly isJudgedByItem?: boolean;
}

export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
}

export interface RequestValidator {
  params(value: unknown): Checked<unknown>;
  query(value: unknown): Checked<unknown>;
  body(value: unknown): CheckedBody<unknown>;
  /** Finds what `body` will drop, for test keys alone; called before it. */
  ignoredOfTests?(value: unknown): readonly Warning[];
}

export interface HttpContract {
  readonly operations: readonly ServedOperation[];
  readonly validatorFor: (operationId: string) => RequestValidator;
  /**
   * Parses a body by the rules of D9: UTF-8 only; strings with NUL or lone surrogates are refused or kept.
   */
  readonly parseJsonBody: (bytes: Buffer, faultyStrings: 'refused' | 'kept') => Checked<unknown>;
  readonly problemOf: (code: ErrorCode) => ShownProblem;
}

export interface ShownProblem extends ProblemKind {
  /** The value of the header `Link` of every such problem, which leads to a page about it. */
  readonly link?: string;
}

export interface PathRoutes {
  readonly expressPath: string;
  readonly byMethod: ReadonlyMap<string, ServedOperation>;
  readonly allow: string;
}

/**
 * Returns the routes in the order of matching: those with fewer placeholders come first, because otherwise
 * `/segments/preview` would be read as a segment's id.
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

interface Responders {
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly pages: Readonly<Record<string, unknown>>;
}

/**
 * Throws an error that names every operation without a handler or page, and every handler or page without an
 * operation.
 */
export const requireResponders = (
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
