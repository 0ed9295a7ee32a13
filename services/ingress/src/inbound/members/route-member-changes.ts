import type { BodyOf, HttpSchemas, ParametersOf } from '@loyalty/contracts/http';
import { type Handler, type HttpResponse, problem, usesPermission } from '@loyalty/http/api';
import { isUuid } from '@loyalty/kernel';
import { type DatabaseShares, type Transaction, writeTransaction } from '@loyalty/storage';
import type { Publication } from '@loyalty/streams/outbox';
import { eraseMember } from '@loyalty/tables/erasure';
import {
  type ChangeMemberStateResult,
  reinstateMember,
  suspendMember,
  updateProfile,
} from '@loyalty/tables/members';
import { listTiers } from '@loyalty/tables/tiers/management';
import { authorOfCall, type ManagementCall, noteCall } from '../../audited-calls.ts';
import type { ConfirmWrite, PublishErasure } from '../../usecases/management-writes.ts';
import type { EnrolMember, PublishMemberFact } from '../../usecases/members/enrol-member.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';
import { canReadProfiles, foundMember, memberNotFound, memberResponse, scopeOf } from './shown-member.ts';

interface ProfileRoutesOptions {
  readonly db: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly enrolMember: EnrolMember;
  readonly publishErasure: PublishErasure;
  readonly confirmWrite: ConfirmWrite;
}

/** Creates the routes that create, change and erase members (interface 4.5, D45, D48, D86). */
export const createProfileRoutes = (
  options: ProfileRoutesOptions,
): Pick<Routes, 'createMember' | 'updateMember' | 'eraseMember'> => ({
  createMember: create(options),
  updateMember: update(options),
  eraseMember: erase(options),
});

const create =
  ({
    db,
    loadSecret,
    enrolMember,
  }: ProfileRoutesOptions): Handler<unknown, unknown, BodyOf<'createMember'>> =>
  async ({ credential, body: { externalRef, name = null, email = null, phone = null } }) => {
    const call = { scope: scopeOf(credential), secret: await loadSecret(credential), externalRef };
    const enrolled = await enrolMember({
      ...call,
      profile: { name, email, phone },
      author: authorOfCall(credential),
    });
    if (enrolled.outcome === 'erased') return problem('MEMBER_ERASED');
    const tiers = await listTiers(db.of(credential.environmentId), credential.environmentId);
    const status = enrolled.outcome === 'enrolled' ? 201 : 200;
    return { status, body: memberResponse(enrolled.member, tiers) };
  };

const update =
  ({ db }: ProfileRoutesOptions): Handler<ParametersOf<'updateMember'>, unknown, BodyOf<'updateMember'>> =>
  async (request) => {
    const { credential, params, body } = request;
    const { memberId } = params;
    if (!isUuid(memberId)) return memberNotFound;
    const change = { memberId, patch: patchOf(body) };
    const updated = await writeTransaction(db.of(credential.environmentId), async (tx) => {
      const result = await updateProfile(tx, scopeOf(credential), change);
      if (result.outcome === 'updated' && result.changed.length > 0)
        await noteCall(tx, request, {
          objectId: result.member.id,
          // Names of fields alone: what stands in them is the member's (D209).
          changes: result.changed.map((field) => ({ pointer: `/${field}` })),
        });
      return result;
    });
    switch (updated.outcome) {
      case 'updated': {
        const tiers = await listTiers(db.of(credential.environmentId), credential.environmentId);
        return { status: 200, body: memberResponse(updated.member, tiers) };
      }
      case 'not-found':
        return memberNotFound;
      case 'refused':
        return problem('INVALID_STATE_TRANSITION', { context: { from: updated.from, to: updated.to } });
    }
  };

const patchOf = ({ name, email, phone }: BodyOf<'updateMember'>) => ({
  ...(name === undefined ? {} : { name }),
  ...(email === undefined ? {} : { email }),
  ...(phone === undefined ? {} : { phone }),
});

const erase =
  (options: ProfileRoutesOptions): Handler<ParametersOf<'eraseMember'>> =>
  async (request) => {
    const { memberId } = request.params;
    if (!isUuid(memberId)) return memberNotFound;
    const erasing = { memberId, caller: request, options };
    const { response } = await options.confirmWrite(() =>
      writeTransaction(options.db.of(request.credential.environmentId), (tx) => eraseIn(tx, erasing)),
    );
    return response;
  };

interface Erased {
  readonly response: HttpResponse | typeof memberNotFound;
  readonly publication: Publication | null;
}

/** A repeat publishes the erasure again, because it is unknown whether Kafka has the first one. */
const eraseIn = async (
  tx: Transaction,
  {
    memberId,
    caller,
    options,
  }: { readonly memberId: string; readonly caller: ManagementCall; readonly options: ProfileRoutesOptions },
): Promise<Erased> => {
  const scope = scopeOf(caller.credential);
  const erased = await eraseMember(tx, scope, memberId);
  if (erased.outcome === 'not-found') return { response: memberNotFound, publication: null };
  if (erased.outcome === 'erased')
    await noteCall(tx, caller, { objectId: erased.memberId, changes: [{ pointer: '/state' }] });
  const publication = await options.publishErasure(tx, { ...scope, ...erased });
  const erasedAt = erased.erasedAt.toISOString();
  const response = { status: 200, body: { id: erased.memberId, state: 'anonymized', erasedAt } };
  return { response, publication };
};

interface MemberStateRoutesOptions {
  readonly db: DatabaseShares;
  readonly publish: PublishMemberFact;
}

/** Creates the routes that suspend and reinstate members (interface 3, D44). */
export const createMemberStateRoutes = (
  options: MemberStateRoutesOptions,
): Pick<Routes, 'suspendMember' | 'reinstateMember'> => ({
  suspendMember: change(options, suspendMember, 'suspended'),
  reinstateMember: change(options, reinstateMember, 'active'),
});

type To = 'active' | 'suspended';

const change =
  (
    { db, publish }: MemberStateRoutesOptions,
    changeState: typeof suspendMember,
    to: To,
  ): Handler<ParametersOf<'suspendMember'>> =>
  async (request) => {
    const { credential, params, body } = request;
    const { memberId } = params;
    if (!isUuid(memberId)) return memberNotFound;
    const scope = scopeOf(credential);
    const reason = reasonOf(body);
    const changed = await writeTransaction(db.of(credential.environmentId), async (tx: Transaction) => {
      const result = await changeState(tx, scope, { memberId, ...reason });
      if (result.outcome !== 'changed') return result;
      await publish(tx, scope, newsOf(result, to));
      const changes = [{ pointer: '/state', from: result.from, to }];
      await noteCall(tx, request, { objectId: result.member.id, changes });
      return result;
    });
    switch (changed.outcome) {
      case 'changed':
      case 'unchanged': {
        const tiers = await listTiers(db.of(credential.environmentId), credential.environmentId);
        // Who may change profiles reads them in each response; where both allow it, the lesser one counts as used (D218).
        const isReader = canReadProfiles(credential) || usesPermission(credential, 'members:write');
        const shown = isReader ? memberResponse : foundMember(credential);
        return { status: 200, body: shown(changed.member, tiers) };
      }
      case 'not-found':
        return memberNotFound;
      case 'refused':
        return problem('INVALID_STATE_TRANSITION', { context: { from: changed.from, to: changed.to } });
    }
  };

/** The document's schema has checked the body, which may be left out. */
const reasonOf = (body: unknown): { readonly reason?: string } => {
  const reason = (body as HttpSchemas['MemberActionBody'] | undefined)?.reason;
  return reason === undefined ? {} : { reason };
};

/** Members change from one of the two states to the other; no member leaves the third. */
const newsOf = (
  { member, memberKey }: Extract<ChangeMemberStateResult, { outcome: 'changed' }>,
  to: To,
): Parameters<PublishMemberFact>[2] => {
  const from = to === 'active' ? 'suspended' : 'active';
  return { memberKey, fact: { type: 'member.state_changed', data: { memberId: member.id, from, to } } };
};
