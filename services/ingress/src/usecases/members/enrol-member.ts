import type { TypedFact } from '@loyalty/contracts';
import { type Clock, Fault, type MemberId, memberKeyOf, randomIdAt } from '@loyalty/kernel';
import { type Database, type DatabaseShares, type Transaction, writeTransaction } from '@loyalty/storage';
import type { CountActivity } from '@loyalty/tables/activity';
import {
  findMemberByKey,
  type MemberRecord,
  type Profile,
  type Scope,
  writeProfile,
} from '@loyalty/tables/members';
import { enrolMembers } from '@loyalty/tables/transactions';

export type PublishMemberFact = (
  tx: Transaction,
  scope: Scope,
  published: {
    readonly memberKey: Buffer;
    readonly fact: TypedFact;
    /** The number of the member's newest entry; absent for a fact that moves no points. */
    readonly ledgerSeq?: number;
  },
) => Promise<void>;

interface EnrolMemberPorts {
  readonly db: DatabaseShares;
  readonly publish: PublishMemberFact;
  readonly clock: Clock;
  readonly activity: CountActivity;
}

interface EnrolMemberCall {
  readonly scope: Scope;
  readonly secret: Uint8Array;
  readonly externalRef: string;
  readonly profile: Profile;
  readonly author: Buffer;
}

type EnrolMemberResult =
  { readonly outcome: 'enrolled' | 'known'; readonly member: MemberRecord } | { readonly outcome: 'erased' };

/** Enrols a member. Returns an existing member unchanged (D86). */
export type EnrolMember = (call: EnrolMemberCall) => Promise<EnrolMemberResult>;

export const createEnrolMember =
  (ports: EnrolMemberPorts): EnrolMember =>
  async (call) => {
    const memberKey = memberKeyOf(call.secret, call.externalRef);
    const db = ports.db.of(call.scope.environmentId);
    const known = await findMemberByKey(db, call.scope, memberKey);
    if (known !== null) return knownAs(known);
    const enrolled = await enrol(ports, call, memberKey);
    if (enrolled !== null) {
      ports.activity.totalsOf(call.scope.environmentId).membersEnrolled += 1;
      return { outcome: 'enrolled', member: enrolled };
    }
    return knownAs(await requireMember(db, call, memberKey));
  };

const knownAs = (member: MemberRecord): EnrolMemberResult =>
  member.state === 'anonymized' ? { outcome: 'erased' } : { outcome: 'known', member };

/** Rolls the enrolment back: an engine, or another call, has enrolled the member meanwhile. */
class EnrolledMeanwhile extends Error {
  override readonly name = 'EnrolledMeanwhile';
}

const enrol = async (
  ports: EnrolMemberPorts,
  call: EnrolMemberCall,
  memberKey: Buffer,
): Promise<MemberRecord | null> => {
  try {
    return await writeTransaction(ports.db.of(call.scope.environmentId), (tx) =>
      enrolIn(tx, ports, { ...call, memberKey }),
    );
  } catch (failure) {
    if (failure instanceof EnrolledMeanwhile) return null;
    throw failure;
  }
};

const enrolIn = async (
  tx: Transaction,
  { publish, clock }: EnrolMemberPorts,
  call: EnrolMemberCall & { readonly memberKey: Buffer },
): Promise<MemberRecord> => {
  const { scope, memberKey, externalRef, profile, author } = call;
  const { environmentId } = scope;
  const atMs = clock.now();
  const account = newAccount(atMs);
  const { memberId } = account;
  const row = { environmentId, memberKey, externalRef, account, atMs, enrolledBy: author };
  if (!(await enrolMembers(tx, [row]))) throw new EnrolledMeanwhile();
  await writeProfile(tx, environmentId, { memberId, externalRef, ...profile });
  const data = { memberId, enrolledAt: new Date(atMs).toISOString() };
  await publish(tx, scope, { memberKey, fact: { type: 'member.enrolled', data } });
  return requireMember(tx, call, memberKey);
};

const newAccount = (atMs: number) => ({
  memberId: randomIdAt(atMs) as MemberId,
  state: 'active' as const,
  pointsBalance: 0,
  lifetimePoints: 0,
  ledgerSeq: 0,
  lastActivityAtMs: null,
});

const requireMember = async (
  db: Pick<Database, 'query'>,
  { scope }: EnrolMemberCall,
  memberKey: Buffer,
): Promise<MemberRecord> => {
  const member = await findMemberByKey(db, scope, memberKey);
  if (member === null) throw new Fault('MEMBER_GONE', 'a member who was just enrolled is not there');
  return member;
};
