import type { BodyOf, ParametersOf } from '@loyalty/contracts/http';
import { type Credential, type Handler, problem, usesPermission } from '@loyalty/http/api';
import { memberKeyOf } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { listReferences } from '@loyalty/tables/members/management';
import type { PutMemberReference, ReleaseMemberReference } from '../../usecases/members/change-references.ts';
import { writeProblem } from '../responses.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';
import { findOwnMember, memberNotFound } from './shown-member.ts';

interface ReferenceRoutesOptions {
  readonly db: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly putReference: PutMemberReference;
  readonly releaseReference: ReleaseMemberReference;
}

/** Creates the routes for the references of a member, such as cards (D345). */
export const createReferenceRoutes = (
  options: ReferenceRoutesOptions,
): Pick<Routes, 'listMemberReferences' | 'putMemberReference' | 'releaseMemberReference'> => ({
  listMemberReferences: list(options),
  putMemberReference: put(options),
  releaseMemberReference: release(options),
});

const list =
  ({ db }: Pick<ReferenceRoutesOptions, 'db'>): Handler<ParametersOf<'listMemberReferences'>> =>
  async ({ credential, params: { memberId } }) => {
    if ((await findOwnMember(db, credential, memberId)) === null) return memberNotFound;
    const { environmentId } = credential;
    const references = await listReferences(db.of(environmentId), environmentId, memberId);
    return { status: 200, body: { references, nextCursor: null } };
  };

const put =
  ({
    loadSecret,
    putReference,
  }: ReferenceRoutesOptions): Handler<
    ParametersOf<'putMemberReference'>,
    unknown,
    BodyOf<'putMemberReference'>
  > =>
  async (request) => {
    const { credential, params, body } = request;
    const { reference, kind, state } = body;
    const put = await putReference(request, {
      memberId: params.memberId.toLowerCase(),
      reference,
      memberKey: memberKeyOf(await loadSecret(credential), reference),
      ...(kind !== undefined && { kind }),
      ...(state !== undefined && { state }),
    });
    switch (put.outcome) {
      case 'added':
        return { status: 201, body: put.reference };
      case 'changed':
      case 'unchanged':
        return { status: 200, body: put.reference };
      case 'not-found':
        return memberNotFound;
      case 'erased':
        return problem('MEMBER_ERASED');
      case 'taken':
        return problem('REFERENCE_TAKEN', { context: takenBy(credential, put.memberId) });
      case 'limit-exceeded':
        return problem('LIMIT_EXCEEDED', { context: { limit: put.limit, of: put.of } });
      case 'not-yet-available':
        return writeProblem(put);
    }
  };

/** The context names a member, so it takes the permission to read members (D212). */
const takenBy = (credential: Credential, memberId: string): { readonly memberId?: string } =>
  usesPermission(credential, 'members:read') ? { memberId } : {};

const release =
  ({
    loadSecret,
    releaseReference,
  }: ReferenceRoutesOptions): Handler<
    ParametersOf<'releaseMemberReference'>,
    unknown,
    BodyOf<'releaseMemberReference'>
  > =>
  async (request) => {
    const { credential, params, body } = request;
    const { reference } = body;
    const released = await releaseReference(request, {
      memberId: params.memberId.toLowerCase(),
      reference,
      memberKey: memberKeyOf(await loadSecret(credential), reference),
    });
    switch (released.outcome) {
      case 'released':
      case 'unchanged':
        return { status: 200, body: { references: released.references, nextCursor: null } };
      case 'not-found':
        return memberNotFound;
      case 'erased':
        return problem('MEMBER_ERASED');
      case 'primary':
      case 'merged':
        return problem('INVALID_STATE_TRANSITION', {
          context: { from: released.state, to: 'RELEASED', reason: 'PRIMARY_REFERENCE' },
        });
    }
  };
