import type { Checked, ErrorCode, ProblemKind } from '@loyalty/contracts';

/** One row of the contract: what the server must know to route a request and to admit it. */
export interface ServedOperation {
  readonly operationId: string;
  /** Upper case. A GET is answered for HEAD too. */
  readonly method: string;
  /** What stands before the path: `/v1`, or nothing for what lies at the root. */
  readonly basePath: string;
  /** An OpenAPI path template, as in `/tenants/{tenantId}/members/{memberId}`. */
  readonly path: string;
  /** True for a page: no credential is asked for, nothing is counted. */
  readonly isPublic: boolean;
  /** The permission that a credential must carry (D4). Not looked at on a page. */
  readonly permission: string;
  /** True where a live credential gets 403 `TEST_KEY_REQUIRED` (D8). */
  readonly testKeyOnly: boolean;
  /** False: whatever body is sent goes unread. */
  readonly hasBody: boolean;
  /** True where an empty body is as good as one; the handler then gets `undefined`. */
  readonly isBodyOptional: boolean;
  /** Where it is given, every answer says since when the operation is deprecated, and when it ends (D14). */
  readonly deprecation?: Deprecation;
  /** True for a page of a list (D11), which may be large. */
  readonly isList?: boolean;
  /** Default 256 KiB (D10). */
  readonly bodyLimitBytes?: number;
  /** True where the handler judges the items of the body one by one, their strings included. */
  readonly isJudgedByItem?: boolean;
}

/** The two dates of a deprecated operation, in ISO 8601. */
export interface Deprecation {
  readonly since: string;
  /** From here on the operation may be gone. */
  readonly sunset: string;
}

/** Judges the three parts of a request to one operation; each gets the raw value and gives the one to use. */
export interface RequestValidator {
  params(value: unknown): Checked<unknown>;
  query(value: unknown): Checked<unknown>;
  body(value: unknown): Checked<unknown>;
}

/** What the server takes from the contract; the schemas are the source of all of it. */
export interface HttpContract {
  readonly operations: readonly ServedOperation[];
  readonly validatorFor: (operationId: string) => RequestValidator;
  /** Bytes to a value, by the rules of D9 (UTF-8 only; strings with NUL or lone surrogates refused, or kept). */
  readonly parseJsonBody: (bytes: Buffer, faultyStrings: 'refused' | 'kept') => Checked<unknown>;
  readonly problemOf: (code: ErrorCode) => ProblemKind;
}
