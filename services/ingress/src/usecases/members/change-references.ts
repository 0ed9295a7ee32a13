import { awaitAll, type Clock, Fault, isUuid } from '@loyalty/kernel';
import { type DatabaseShares, type Transaction, writeTransaction } from '@loyalty/storage';
import type { Publication } from '@loyalty/streams/outbox';
import {
  listReferences,
  putReference,
  type PutReferenceResult,
  type ReferenceOrder,
  type ReferenceRecord,
  releaseReference,
  type ReleaseReferenceResult,
} from '@loyalty/tables/members/management';
import { authorOfCall, type ManagementCall, noteCall } from '../../audited-calls.ts';
import type { ManagementWrite, PublishWrites } from '../management-writes.ts';
import type { PublishMemberFact } from './enrol-member.ts';

interface ChangeReferencesPorts {
  readonly db: DatabaseShares;
  readonly clock: Pick<Clock, 'now'>;
  readonly publishWrites: PublishWrites;
  readonly publishFact: PublishMemberFact;
  /** Waits for Kafka a little, and not until it has the write. */
  readonly awaitPublication: (publication: Publication | null) => Promise<void>;
}

type Named = Pick<ReferenceOrder, 'memberId' | 'reference' | 'memberKey'>;

/** Adds or changes a reference of a member (D345). Throws a retriable Fault `BUSY` after too many lost races. */
export type PutMemberReference = (
  caller: ManagementCall,
  wanted: Named & Pick<ReferenceOrder, 'kind' | 'state'>,
) => Promise<Exclude<PutReferenceResult, { outcome: 'raced' }>>;

/**
 * The tries of a transaction. An engine that was faster has enrolled a member by the reference, who is there on
 * the second try.
 */
const triesMax = 3;

export const createPutMemberReference =
  (ports: Omit<ChangeReferencesPorts, 'publish'>): PutMemberReference =>
  async (caller, wanted) => {
    if (!isUuid(wanted.memberId)) return { outcome: 'not-found' };
    for (let tries = 0; tries < triesMax; tries += 1) {
      const put = await putOnce(ports, caller, wanted);
      if (put.outcome !== 'raced') return put;
    }
    throw new Fault('BUSY', 'a reference was enrolled again and again', { retry: true });
  };

const putOnce = async (
  { db, clock, awaitPublication, ...publishing }: ChangeReferencesPorts,
  caller: ManagementCall,
  { memberId, reference, memberKey, kind, state }: Parameters<PutMemberReference>[1],
): Promise<PutReferenceResult> => {
  const { credential } = caller;
  const { environmentId } = credential;
  const order: ReferenceOrder = {
    environmentId,
    memberId,
    reference,
    memberKey,
    ...(kind !== undefined && { kind }),
    ...(state !== undefined && { state }),
    atMs: clock.now(),
    author: authorOfCall(credential),
  };
  let publication: Publication | null = null;
  const put = await writeTransaction(db.of(environmentId), async (tx) => {
    publication = null;
    const result = await putReference(tx, order);
    if (result.outcome !== 'added' && result.outcome !== 'changed') return result;
    const noted = { objectId: result.memberId, changes: changedFields(result) };
    const write = writeOf(caller, result);
    publication = await published(
      tx,
      { caller, noted, write, facts: [factOf({ ...result, ...result.reference }, false)] },
      publishing,
    );
    return result;
  });
  await awaitPublication(publication);
  return put;
};

type StoredPut = Extract<PutReferenceResult, { outcome: 'added' | 'changed' | 'unchanged' }>;

/** Names of fields alone: a reference is the member's, and so may be what stands in `kind` (D209). */
const changedFields = ({ reference: { kind, state }, from }: StoredPut) =>
  from === null
    ? [{ pointer: '/reference' }]
    : [
        ...(kind === from.kind ? [] : [{ pointer: '/kind' }]),
        ...(state === from.state ? [] : [{ pointer: '/state' }]),
      ];

/** The fact names ids only, because topics outlive an erasure. */
const writeOf = (
  { credential: actor }: ManagementCall,
  { outcome, memberId, reference: { state, isPrimary }, written }: StoredPut,
): ManagementWrite => ({
  actor,
  kind: isPrimary ? 'primary-reference' : 'reference',
  entityId: written.referenceId,
  action: outcome === 'added' ? 'created' : 'changed',
  body: { memberId, state, updatedAt: written.updatedAt },
});

/** Partners get it as a webhook; `management.written` proves after a lost commit that it happened. */
const factOf = (
  { memberId, memberKey, state }: Pick<StoredPut, 'memberId' | 'memberKey'> & Pick<ReferenceRecord, 'state'>,
  isReleased: boolean,
): Parameters<PublishMemberFact>[2] => ({
  memberKey,
  fact: { type: 'member.reference_changed', data: { memberId, state, isReleased } },
});

interface ChangeToPublish {
  readonly caller: ManagementCall;
  readonly noted: Parameters<typeof noteCall>[2];
  readonly write: ManagementWrite;
  readonly facts: readonly Parameters<PublishMemberFact>[2][];
}

const published = async (
  tx: Transaction,
  { caller, noted, write, facts }: ChangeToPublish,
  { publishWrites, publishFact }: Pick<ChangeReferencesPorts, 'publishWrites' | 'publishFact'>,
): Promise<Publication> => {
  const { environmentId, tenantId } = caller.credential;
  const [publication] = await awaitAll([
    publishWrites(tx, [write]),
    ...facts.map((fact) => publishFact(tx, { environmentId, tenantId }, fact)),
    noteCall(tx, caller, noted),
  ]);
  return publication;
};

type ReleaseMemberReferenceResult =
  | { readonly outcome: 'released' | 'unchanged'; readonly references: readonly ReferenceRecord[] }
  | { readonly outcome: 'not-found' | 'erased' }
  | { readonly outcome: 'primary' | 'merged'; readonly state: ReferenceRecord['state'] };

/** Takes a reference away from a member, and reads what the member still has (D345). */
export type ReleaseMemberReference = (
  caller: ManagementCall,
  wanted: Named,
) => Promise<ReleaseMemberReferenceResult>;

export const createReleaseMemberReference =
  ({ db, clock, awaitPublication, ...publishing }: ChangeReferencesPorts): ReleaseMemberReference =>
  async (caller, { memberId, reference, memberKey }) => {
    if (!isUuid(memberId)) return { outcome: 'not-found' };
    const { environmentId } = caller.credential;
    const order = { environmentId, memberId, reference, memberKey, atMs: clock.now() };
    let publication: Publication | null = null;
    const released = await writeTransaction(db.of(environmentId), async (tx) => {
      publication = null;
      const result = await releaseReference(tx, order);
      if (result.outcome === 'released') {
        const noted = { objectId: result.memberId, changes: [{ pointer: '/reference' }] };
        const write = releaseOf(caller, result);
        const facts = [factOf(result, true), enrolmentOf(result, order.atMs)];
        publication = await published(tx, { caller, noted, write, facts }, publishing);
      }
      return shownRelease(result, reference, await listReferences(tx, environmentId, memberId));
    });
    await awaitPublication(publication);
    return released;
  };

type Released = Extract<ReleaseReferenceResult, { outcome: 'released' }>;

/** The reference names a member of its own from now on, whose tier and segments are judged by this. */
const enrolmentOf = ({ released: { memberId, memberKey } }: Released, atMs: number) => {
  const data = { memberId, enrolledAt: new Date(atMs).toISOString() };
  return { memberKey, fact: { type: 'member.enrolled', data } } as const;
};

const releaseOf = (
  { credential: actor }: ManagementCall,
  { released: { memberId: entityId } }: Released,
): ManagementWrite => ({
  actor,
  kind: 'reference',
  entityId,
  action: 'deleted',
  body: null,
});

const shownRelease = (
  { outcome }: ReleaseReferenceResult,
  reference: string,
  references: readonly ReferenceRecord[],
): ReleaseMemberReferenceResult => {
  switch (outcome) {
    case 'released':
    case 'unchanged':
      return { outcome, references };
    case 'not-found':
    case 'erased':
      return { outcome };
    case 'primary':
    case 'merged':
      return { outcome, state: references.find((one) => one.reference === reference)?.state ?? 'ACTIVE' };
  }
};
