import { instantOf } from '@loyalty/contracts';
import type { BodyOf, FieldError } from '@loyalty/contracts/http';
import { payloadSizeOf } from '@loyalty/contracts/payloads';
import { type Clock, codePointsOf, memberKeyOf, randomId } from '@loyalty/kernel';
import {
  type Database,
  type DatabaseShares,
  onlyRow,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';
import {
  findMember,
  findMemberByKey,
  lockMembers,
  type MemberRecord,
  type Scope,
} from '@loyalty/tables/members';
import { type ConsentRecord, insertConsent } from '@loyalty/tables/members/management';
import type { Keeping } from '../management-writes.ts';

type ConsentBody = BodyOf<'recordConsent'>;

interface RecordConsentCall {
  readonly scope: Scope;
  readonly secret: Uint8Array;
  readonly body: ConsentBody;
  readonly author: Buffer;
}

type RecordConsentResult =
  | { readonly outcome: 'recorded'; readonly consent: ConsentRecord }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] }
  | { readonly outcome: 'erased' | 'not-found' };

/** Records a consent that was given or withdrawn (D51). It enrols nobody. */
export type RecordConsent = (call: RecordConsentCall, keeping: Keeping) => Promise<RecordConsentResult>;

export const createRecordConsent =
  ({ db: shares, clock }: { readonly db: DatabaseShares; readonly clock: Clock }): RecordConsent =>
  async (call, keeping) => {
    const db = shares.of(call.scope.environmentId);
    const nowMs = clock.now();
    const errors = faultsOf(call.body, nowMs);
    if (errors.length > 0) return { outcome: 'invalid', errors };
    const members = await findNamed(db, call);
    if (new Set(members.map((member) => member?.id)).size > 1) return disagreeing;
    const [member] = members;
    if (member == null || member.state === 'merged') return { outcome: 'not-found' };
    return writeTransaction(keeping(db), (tx) => recordIn(tx, call, { memberId: member.id, nowMs }));
  };

const disagreeing: RecordConsentResult = {
  outcome: 'invalid',
  errors: [{ pointer: '/memberRef', message: 'must be the reference of the member whom memberId names' }],
};

const findNamed = async (
  db: Database,
  { scope, secret, body: { memberId, memberRef } }: RecordConsentCall,
): Promise<(MemberRecord | null)[]> => [
  ...(memberId === undefined ? [] : [await findMember(db, scope, memberId)]),
  ...(memberRef === undefined ? [] : [await findMemberByKey(db, scope, memberKeyOf(secret, memberRef))]),
];

/** How far a caller's clock may be ahead, as everywhere (D76). */
const aheadMs = 5 * 60_000;
const evidenceCharactersMax = 2_000;
const evidenceBytesMax = 8 * 1_024;

const faultsOf = (body: ConsentBody, nowMs: number): readonly FieldError[] => [
  ...(body.memberId === undefined && body.memberRef === undefined
    ? [{ pointer: '/memberRef', message: 'is required without a memberId' }]
    : []),
  ...(grantedAtMsOf(body, nowMs) > nowMs + aheadMs
    ? [{ pointer: '/grantedAt', message: 'must not be more than 5 minutes ahead' }]
    : []),
  ...evidenceFaults(body.evidence),
];

const grantedAtMsOf = ({ grantedAt }: ConsentBody, nowMs: number): number =>
  grantedAt === undefined ? nowMs : (instantOf(grantedAt, 'start') ?? nowMs);

/** The document gives it no type, because generators of clients have no type for a text or an object. */
const evidenceFaults = (evidence: ConsentBody['evidence']): readonly FieldError[] => {
  if (evidence === undefined) return [];
  const pointer = '/evidence';
  if (!isTextOrObject(evidence))
    return [{ pointer, message: 'must be a string of at most 2000 characters, or an object' }];
  if (typeof evidence === 'string') return [];
  const { errors } = payloadSizeOf(evidence, pointer);
  if (errors.length > 0 || Buffer.byteLength(JSON.stringify(evidence)) <= evidenceBytesMax) return errors;
  return [{ pointer, message: 'must be at most 8 KiB of JSON' }];
};

const isTextOrObject = (evidence: unknown): boolean =>
  typeof evidence === 'string'
    ? codePointsOf(evidence) <= evidenceCharactersMax
    : typeof evidence === 'object' && evidence !== null && !Array.isArray(evidence);

const recordIn = async (
  tx: Transaction,
  { scope: { environmentId }, body, author }: RecordConsentCall,
  { memberId, nowMs }: { readonly memberId: string; readonly nowMs: number },
): Promise<RecordConsentResult> => {
  const [locked] = await lockMembers(tx, environmentId, [memberId]);
  if (locked === undefined) return { outcome: 'not-found' };
  if (locked.state === 'anonymized') return { outcome: 'erased' };
  const { purpose, channels, granted, source, policyVersion = null, evidence = null } = body;
  const kept = await insertConsent(tx, environmentId, {
    id: randomId(),
    memberId: locked.memberId,
    purpose,
    channels: [...new Set(channels)],
    granted,
    source,
    grantedAtMs: grantedAtMsOf(body, nowMs),
    policyVersion,
    evidence,
    atMs: nowMs,
    author,
  });
  return { outcome: 'recorded', consent: onlyRow(kept, 'a consent') };
};
