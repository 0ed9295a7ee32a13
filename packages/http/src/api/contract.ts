import type { ErrorCode, ProblemKind } from '@loyalty/contracts';
import type { Checked } from '@loyalty/contracts/http';

/** One operation of the contract, with the fields by which the server routes and admits a request. */
export interface ServedOperation {
  readonly operationId: string;
  /** Upper case. A GET also serves HEAD. */
  readonly method: string;
  /** Precedes the path: `/v1`, or nothing for operations at the root. */
  readonly basePath: string;
  /** An OpenAPI path template, as in `/tenants/{tenantId}/members/{memberId}`. */
  readonly path: string;
  /** True for a page: it needs no credential, and nothing is counted. */
  readonly isPublic: boolean;
  /** The permission that a credential must carry (D4). Ignored for a page. */
  readonly permission: string;
  /** True when a live credential gets 403 `TEST_KEY_REQUIRED` (D8). */
  readonly testKeyOnly: boolean;
  /** False: a body is not read. */
  readonly hasBody: boolean;
  /** True when an empty body is allowed; the handler then gets `undefined`. */
  readonly isBodyOptional: boolean;
  /** When given, every response says since when the operation is deprecated, and when it ends (D14). */
  readonly deprecation?: Deprecation;
  /** True for a page of a list (D11), which may be large. */
  readonly isList?: boolean;
  /** Default 256 KiB (D10). */
  readonly bodyLimitBytes?: number;
  /** True when the handler checks the items of the body itself, their strings included. */
  readonly isJudgedByItem?: boolean;
}

/** The two dates of a deprecated operation, in ISO 8601. */
export interface Deprecation {
  readonly since: string;
  /** From this date on the operation may be removed. */
  readonly sunset: string;
}

/**
 * Checks the three parts of a request to one operation. Each function takes the raw value and returns the one
 * to use.
 */
export interface RequestValidator {
  params(value: unknown): Checked<unknown>;
  query(value: unknown): Checked<unknown>;
  body(value: unknown): Checked<unknown>;
}

/** The parts of the contract that the server uses; the schemas are the source of all of them. */
export interface HttpContract {
  readonly operations: readonly ServedOperation[];
  /** Called for every request. */
  readonly validatorFor: (operationId: string) => RequestValidator;
  /**
   * Parses bytes by the rules of D9 (UTF-8 only; strings with NUL or lone surrogates are refused or kept).
   */
  readonly parseJsonBody: (bytes: Buffer, faultyStrings: 'refused' | 'kept') => Checked<unknown>;
  readonly problemOf: (code: ErrorCode) => ProblemKind;
}

export interface PathRoutes {
  /** The path in express' syntax: with the base path, and `:name` for `{name}`. */
  readonly expressPath: string;
  /** By method; HEAD is present when GET is. */
  readonly byMethod: ReadonlyMap<string, ServedOperation>;
  /** For the `Allow` header of a 405. */
  readonly allow: string;
}

/**
 * Returns the operations by path, in the order of matching. A path with fewer placeholders comes first, so
 * that `/segments/preview` is not read as a segment's id. Otherwise the order is that of the contract.
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
interface Responders {
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly pages: Readonly<Record<string, unknown>>;
}

/**
 * Throws an error that names every operation without a handler or page, and every handler or page without an
 * operation.
 */
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
