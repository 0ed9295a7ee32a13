/** A field that was refused: where (JSON pointer) and why (D7). */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** What a check gives: the value as it may be used, or every reason against it. */
export type Checked<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly errors: readonly FieldError[] };

/** One row of the contract: what the server must know to route a request and to admit it. */
export interface Operation {
  readonly operationId: string;
  /** Upper case. A GET is answered for HEAD too. */
  readonly method: string;
  /** An OpenAPI path template without the version segment, as in `/tenants/{tenantId}/members/{memberId}`. */
  readonly path: string;
  /** The permission that a credential must carry (D4); `none`: any valid credential will do. */
  readonly permission: string;
  /** True where a live credential gets 403 `TEST_KEY_REQUIRED` (D8). */
  readonly testKeyOnly: boolean;
  /** False: whatever body is sent goes unread. */
  readonly hasBody: boolean;
  /** True where an empty body is as good as one; the handler then gets `undefined`. Default false. */
  readonly isBodyOptional?: boolean;
  /** Default 256 KiB (D10). */
  readonly bodyLimitBytes?: number;
}

/** Judges the three parts of a request to one operation; each gets the raw value and gives the one to use. */
export interface OperationValidator {
  params(value: unknown): Checked<unknown>;
  query(value: unknown): Checked<unknown>;
  body(value: unknown): Checked<unknown>;
}

/** A row of the catalogue of problems. `type` is the whole URI (D7). */
export interface ProblemKind {
  readonly status: number;
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly retryAfterS?: number;
}

/** What the server takes from the contract; the schemas are the source of all of it. */
export interface HttpContract {
  readonly operations: readonly Operation[];
  readonly validatorFor: (operationId: string) => OperationValidator;
  /** Bytes to a value, by the rules of D9 (no NUL, no lone surrogates, UTF-8 only). */
  readonly parseJsonBody: (bytes: Buffer) => Checked<unknown>;
  readonly problemOf: (code: string) => ProblemKind;
}
