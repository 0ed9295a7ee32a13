import { isProblem, type Loyalty, type OperationId, operations } from '@loyalty/client';
import { documentedCodes } from '@loyalty/contracts/documents';
import { operationOf } from './contract.ts';
import { inParallel } from './in-parallel.ts';

/** A call by its operation and arguments, whatever their types, and the code of its problem. */
export type RefusedCall = readonly [operationId: OperationId, code: string, args?: object];

export const operationIds = Object.keys(operations) as OperationId[];

/** An id that nothing has. */
export const nobody = crypto.randomUUID();

/** {@link nobody} for each parameter of the path. */
export const unknownIds = (id: OperationId): Readonly<Record<string, string>> =>
  Object.fromEntries([...operations[id].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, nobody]));

export const takesBody = (id: OperationId): boolean => operationOf(id).hasBody;

/** Bodies that must be valid before the path is checked (D2). */
export const leastBodies: Readonly<Partial<Record<string, object>>> = {
  adjustPoints: { points: 1, reason: 'Goodwill' },
  addSegmentMembers: { memberId: nobody },
  putMemberReference: { reference: 'r' },
  releaseMemberReference: { reference: 'r' },
  mergeMembers: { memberId: crypto.randomUUID(), reason: 'One person' },
  addMemberNote: { text: 'x' },
  submitLifecycleEvent: { type: 'SIGNUP' },
  replayEvents: { since: '2026-03-01' },
  addPoolCodes: { codes: ['A'] },
  importMembers: { lines: [{ externalRef: 'm' }] },
  closeImport: { members: 0, points: 0 },
};

/** Any operation that names them has these; `client-refusals` calls all with each. */
export const codesOfAll = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'TENANT_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'TEST_KEY_REQUIRED',
];

/** Codes that no caller brings about, with the reason; after a code stands an operation where it is that one alone. */
export const unprovoked: Readonly<Record<string, string>> = {
  INTERNAL_ERROR: 'a bug of ours',
  SERVICE_UNAVAILABLE: 'a part of the service is away',
  HISTORY_OPENING: 'the database has just lost commits',
  TENANT_MOVING: 'an operator moves the tenant',
  TENANT_MOVED: 'an operator has moved the tenant',
  NOT_YET_AVAILABLE: 'a release is being rolled out',
  WRITE_UNCONFIRMED: 'the database has failed over within the erasure',
  PROCESSING_FAILED: 'an engine has given the request up',
  PROCESSING_TIMEOUT: 'engines are frozen, as in client.alone; or a count takes longer than it may',
  INVALID_JSON: 'the client writes its JSON itself; as in refusals.long',
  PRECONDITION_FAILED: 'a version that is not there, as in versions.test, by every operation that takes one',
  ANOTHER_PERSON_NEEDED: 'a setting that wants two people, as in live-changes.test',
  VOID_TOO_LATE: 'time has passed, as in authors.test',
  IDEMPOTENCY_KEY_REUSED:
    'a key that was sent before, as in idempotency-keys.test, by every operation that takes one',
  'TRANSACTION_DUPLICATE captureRedemption': 'the request names no member',
  'TRANSACTION_DUPLICATE voidRedemption': 'the request names no member',
  'INVALID_STATE_TRANSITION pollWebhook': 'the webhook has an address, as in polled-events.test',
  'LIMIT_EXCEEDED importMembers': 'a cap on gifts, as in imports.test',
  'LIMIT_EXCEEDED putImport': 'a hundred imports, as in import-lines.stack',
  'INVALID_STATE_TRANSITION importMembers': 'a closed import, as in imports.test',
  'INVALID_STATE_TRANSITION putImport': 'a closed import, as in imports.test',
  'MEMBER_ERASED exportMember': 'an erased member, as in exports.test',
  IMPORT_INCOMPLETE: 'other numbers, as in imports.test',
  'DUPLICATE_KEY createCampaign': 'the key of another one, as in entity-keys.test',
  'DUPLICATE_KEY updateCampaign': 'the key of another one, as in entity-keys.test',
  'DUPLICATE_KEY createSegment': 'the key of another one, as in entity-keys.test',
  'DUPLICATE_KEY updateSegment': 'the key of another one, as in entity-keys.test',
  'MERGE_BLOCKED mergeMembers': 'an open authorization, as in merging.test',
  'LIMIT_EXCEEDED putMemberReference': '20 references, as in references.test',
  'LIMIT_EXCEEDED addMemberNote': '100 notes, as in notes.stack',
  'LIMIT_EXCEEDED adjustPoints': 'points that expire on 5,000 days, as in adjust-points.stack',
};

const problemStatuses = [400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 422, 429, 500, 502, 503, 504];

/** The codes that the document names for an operation. */
export const codesOf = (id: OperationId): readonly string[] =>
  problemStatuses.flatMap((status) => documentedCodes(id, status));

/** Calls operations by a client, and keeps the problems that it has thrown. */
export const createProblemBook = () => {
  const seen = new Set<string>();
  /** Returns the code of the problem, or what happened instead. */
  const codeFor = async (client: Loyalty, id: OperationId, args: object = {}): Promise<string> => {
    const call = client[id] as unknown as (args: object, options: object) => Promise<unknown>;
    try {
      await call(args, { attemptsMax: 1 });
    } catch (error) {
      if (!isProblem(error)) return String(error);
      if (error.operationId === id) seen.add(`${error.code} ${id}`);
      return error.code;
    }
    return 'it was done';
  };
  /** Returns the calls that were not refused with their code. */
  const wrongOf = async (client: Loyalty, calls: readonly RefusedCall[]): Promise<readonly string[]> => {
    const codes = await inParallel(calls, 8, ([id, , args]) => codeFor(client, id, args));
    return calls.flatMap(([id, code], at) =>
      codes[at] === code ? [] : [`${id}: ${codes[at] ?? ''} instead of ${code}`],
    );
  };
  return { seen, codeFor, wrongOf };
};

/** The code for an id that does not exist, by the parameter of the path. */
export const notFoundCodes: Readonly<Record<string, string>> = {
  campaignId: 'CAMPAIGN_NOT_FOUND',
  memberId: 'MEMBER_NOT_FOUND',
  transactionRef: 'TRANSACTION_NOT_FOUND',
  rewardId: 'REWARD_NOT_FOUND',
  tierId: 'TIER_NOT_FOUND',
  segmentId: 'SEGMENT_NOT_FOUND',
  eventKey: 'EVENT_DEFINITION_NOT_FOUND',
  webhookId: 'WEBHOOK_NOT_FOUND',
  deliveryId: 'DELIVERY_NOT_FOUND',
  keyId: 'API_KEY_NOT_FOUND',
  poolName: 'CODE_POOL_NOT_FOUND',
  source: 'IMPORT_NOT_FOUND',
};
