import { isErrorCode, problemOf } from '@loyalty/contracts';
import { type FieldError, type Warning, warningsMax } from '@loyalty/contracts/http';
import type { Permission } from '@loyalty/contracts/permissions';
import { entityTagOf, type HttpResponse, problem, type Problem } from '@loyalty/http/api';
import type { AnotherPersonNeeded } from '@loyalty/tables/audit';
import type { NotYetAvailable } from '@loyalty/tables/campaigns/management';
import type {
  ChangeResult,
  CreateResult,
  InvalidContent,
  LimitExceeded,
  OutdatedChange,
} from '@loyalty/tables/configuration';

/** The response is 400 with every field at fault (D7), 412 (D306), or else 409 (D31, D54, D62, D74). */
export type WriteRefusal =
  | InvalidContent
  | Duplicate
  | TransitionRefusal
  | LimitExceeded
  | NotYetAvailable
  | OutdatedChange
  | AnotherPersonNeeded;

interface Duplicate {
  readonly outcome: 'duplicate';
  readonly field: string;
}

interface TransitionRefusal {
  readonly outcome: 'refused';
  readonly from: string;
  readonly to: string;
  readonly reason?: string;
}

type VersionOf<Entity> = (record: Entity) => string;

/** Responds to a creation. The warnings of the change follow those of the record (D124). */
export const createdResponse = <Entity extends object>(
  result: CreateResult<Entity, WriteRefusal>,
  versionOf: VersionOf<Entity>,
  warnings?: readonly Warning[],
): HttpResponse | Problem =>
  result.outcome === 'created'
    ? recordResponse(201, result.record, { versionOf, warnings })
    : writeProblem(result);

interface ChangedOptions<Entity> {
  readonly notFound: Problem;
  readonly versionOf: VersionOf<Entity>;
  readonly warnings?: readonly Warning[];
}

/** Responds to a change, with warnings in the order of {@link createdResponse}. */
export const changedResponse = <Entity extends object>(
  result: ChangeResult<Entity, WriteRefusal>,
  { notFound, versionOf, warnings }: ChangedOptions<Entity>,
): HttpResponse | Problem => {
  if ('record' in result) return recordResponse(200, result.record, { versionOf, warnings });
  return result.outcome === 'not-found' ? notFound : writeProblem(result);
};

const recordResponse = <Entity extends object>(
  status: 200 | 201,
  record: Entity,
  { versionOf, warnings }: { versionOf: VersionOf<Entity>; warnings: readonly Warning[] | undefined },
): HttpResponse => taggedResponse(status, recordWithWarnings(record, warnings), versionOf(record));

/** Responds with the version in the header and in the body, so that lists have it, too (D306). */
export const taggedResponse = (status: 200 | 201, body: object, version: string): HttpResponse => ({
  status,
  headers: { ETag: entityTagOf(version) },
  body: taggedRecord(body, version),
});

export const taggedRecord = <Entity extends object>(
  record: Entity,
  version: string,
): Entity & { readonly etag: string } => ({ ...record, etag: entityTagOf(version) });

/** Adds warnings to what had none before D124 reached it: it stays as it was unless there are any. */
export const withWarningsIfAny = (shown: object, warnings: readonly Warning[]): object =>
  warnings.length === 0 ? shown : { ...shown, warnings };

/** Adds warnings to a record. Those about unknown names come last, because there may be many. */
export const recordWithWarnings = (record: object, warnings: readonly Warning[] = none): object => ({
  ...record,
  warnings: [...ownWarnings(record), ...warnings].slice(0, warningsMax),
});

const none: readonly Warning[] = [];

const ownWarnings = (record: object): readonly Warning[] =>
  'warnings' in record ? (record.warnings as readonly Warning[]) : none;

export const writeProblem = (refusal: WriteRefusal): Problem => {
  switch (refusal.outcome) {
    case 'invalid':
      return invalid(refusal.faults);
    case 'duplicate':
      return problem('DUPLICATE_KEY', { context: { field: refusal.field } });
    case 'refused':
      return problem('INVALID_STATE_TRANSITION', { context: transitionOf(refusal) });
    case 'limit-exceeded':
      return problem('LIMIT_EXCEEDED', { context: { limit: refusal.limit, of: refusal.of } });
    case 'not-yet-available':
      return problem('NOT_YET_AVAILABLE', { context: { needs: refusal.needs, known: refusal.known } });
    case 'outdated':
      return outdatedProblem(entityTagOf(refusal.version));
    case 'another-person-needed':
      return problem('ANOTHER_PERSON_NEEDED', { context: { changedAt: refusal.changedAt } });
  }
};

const outdatedProblem = (etag: string): Problem =>
  problem('PRECONDITION_FAILED', { context: { etag }, headers: { ETag: etag } });

const transitionOf = ({ from, to, reason }: TransitionRefusal): Omit<TransitionRefusal, 'outcome'> =>
  reason === undefined ? { from, to } : { from, to, reason };

/** Responds with 400 and every field at fault (D7). */
export const invalid = (errors: readonly FieldError[]): Problem =>
  problem('VALIDATION_ERROR', { context: { errors } });

/** Responds with 403 if the request needs more permissions than the operation does. */
export const missingPermission = (permission: Permission): Problem =>
  problem('FORBIDDEN', { context: { permission }, reason: 'permission' });

interface ProblemSource {
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** D7; `requestId` is that of the HTTP request. */
interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Returns the document of a problem. An unknown code means that processing failed. */
export const problemDocument = ({ code, context }: ProblemSource, requestId: string): ProblemDocument => {
  const known = isErrorCode(code) ? code : 'PROCESSING_FAILED';
  const { type, title, status, detail } = problemOf(known);
  return { type, title, status, detail, code: known, requestId, context };
};
