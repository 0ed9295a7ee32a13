import type { EnvironmentId } from '@loyalty/kernel';

/** Why a body of a request log is not kept. */
export type OmittedBody = 'NOT_JSON' | 'NOT_KEPT' | 'TOO_LONG';

/** A body of a request or response: JSON bytes without secrets, or why there are none; null where there was no body. */
export type LoggedBody = Buffer | OmittedBody | null;

/** A request of a test key, to be stored. */
export interface RequestLogWrite {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  /** When it came, milliseconds since the epoch. */
  readonly atMs: number;
  /** Without NUL, as the other texts. */
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** A code of the error catalogue, or null. */
  readonly code: string | null;
  readonly requestBody: LoggedBody;
  readonly responseBody: LoggedBody;
  /** The member key of each text in the row that can be a reference, 16 bytes each. Erasure finds the row by them. */
  readonly memberKeys: readonly Buffer[];
  /** The UUIDs in the row. */
  readonly ids: readonly string[];
}

/** The most requests of an environment that are kept; the oldest go first. */
export const requestLogsMax = 10_000;

/** How long a request is kept (D82). */
export const requestLogDays = 7;
