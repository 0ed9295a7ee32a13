import { memberMapKey } from '@loyalty/kernel';
import { isReferenceRefused, type Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import { type KnownReference, type MemberIdentity, readReferences } from '@loyalty/tables/accounts';
import { type EngineRequest, type Refusal, refuse } from './request.ts';

/**
 * Gives each request the key of the member whom its reference belongs to, before anything is locked. Everything
 * that follows then knows members only (docs/mechanisms/references.md).
 */
export class References {
  /** True after a lost race: the batch asks again, whatever its configuration says. */
  #mustAsk = false;

  /**
   * Returns the requests with the keys of their members. It sends one statement if an environment of the batch
   * has references, in the round trip that begins the transaction, and otherwise none.
   */
  async lead<Request extends EngineRequest<unknown>>(
    tx: Transaction,
    requests: readonly Request[],
    cached: readonly Snapshot[],
  ): Promise<readonly Request[]> {
    const asked = this.#mustAsk ? requests : requests.filter(isOfAny(cached));
    this.#mustAsk = false;
    if (asked.length === 0) return requests;
    const references = await readReferences(tx, asked.flatMap(identitiesIn));
    if (references.length === 0) return requests;
    const byKey = new Map(references.map((reference) => [memberMapKey(reference), reference]));
    return requests.map((request) => led(request, byKey));
  }

  /** Called when a locked row turned out to lead to another member. */
  askAgain(): void {
    this.#mustAsk = true;
  }
}

const isOfAny = (snapshots: readonly Snapshot[]) => {
  const ids = new Set(snapshots.filter(hasReferences).map(({ environmentId }) => environmentId));
  return ({ environmentId }: EngineRequest<unknown>): boolean => ids.has(environmentId);
};

const hasReferences = (snapshot: Snapshot): boolean => snapshot.hasReferences === true;

const identitiesIn = ({
  environmentId,
  memberKey,
  referrerKey,
}: EngineRequest<unknown>): readonly MemberIdentity[] =>
  referrerKey == null
    ? [{ environmentId, memberKey }]
    : [
        { environmentId, memberKey },
        { environmentId, memberKey: referrerKey },
      ];

type ReferencesByKey = ReadonlyMap<string, KnownReference>;

const led = <Request extends EngineRequest<unknown>>(
  request: Request,
  references: ReferencesByKey,
): Request => {
  const { environmentId, memberKey, referrerKey = null } = request;
  const own = references.get(memberMapKey({ environmentId, memberKey }));
  const withMember = own === undefined ? request : ofMember(request, own);
  if (referrerKey === null) return withMember;
  const referrer = references.get(memberMapKey({ environmentId, memberKey: referrerKey }));
  if (referrer?.member == null) return withMember;
  return { ...withMember, referrerKey: referrer.member.memberKey, namedReferrerKey: referrerKey };
};

const ofMember = <Request extends EngineRequest<unknown>>(
  request: Request,
  { member, state }: KnownReference,
): Request => ({
  ...request,
  ...(state !== 'ACTIVE' && { referenceState: state }),
  ...(member !== null && {
    memberKey: member.memberKey,
    // A request without a reference enrols nobody, and still does not.
    memberRef: request.memberRef === null ? null : member.externalRef,
  }),
});

/** Operations of a card. Returns, captures and voids name a receipt, which the reference has bought already. */
const byReference: Readonly<Partial<Record<EngineRequest<unknown>['operation'], 'earns' | 'burns'>>> = {
  evaluate: 'earns',
  event: 'earns',
  redeem: 'burns',
};

/** Refuses what the request's reference may not do (D345). Null means that the request is decided as usual. */
export const blockedDecision = ({
  operation,
  referenceState = 'ACTIVE',
  message,
}: Pick<EngineRequest<unknown>, 'operation' | 'referenceState' | 'message'>): Refusal | null => {
  const use = byReference[operation];
  if (use === undefined || !isReferenceRefused(referenceState, use)) return null;
  return refuse(message.record, 'REFERENCE_BLOCKED');
};
