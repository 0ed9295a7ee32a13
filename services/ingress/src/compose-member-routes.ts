import type { Credential } from '@loyalty/http/api';
import type { Clock } from '@loyalty/kernel';
import type { EnvironmentRecord } from '@loyalty/tables/tenants';
import type { IngressConnections } from './connections.ts';
import { createConsentRoutes } from './inbound/members/route-consents.ts';
import { createMemberStateRoutes, createProfileRoutes } from './inbound/members/route-member-changes.ts';
import { createMemberTransactionRoutes } from './inbound/members/route-member-transactions.ts';
import { createMemberRoutes } from './inbound/members/route-members.ts';
import { createMergeRoutes } from './inbound/members/route-merge.ts';
import { createNoteRoutes } from './inbound/members/route-notes.ts';
import { createPointsRoutes } from './inbound/members/route-points.ts';
import { createReferenceRoutes } from './inbound/members/route-references.ts';
import { createTimelineRoutes } from './inbound/members/route-timeline.ts';
import type { OncePerKey } from './inbound/once-per-key.ts';
import type { createRejectsMismatch } from './inbound/request-response.ts';
import { createRewardChangeRoutes, createRewardRoutes } from './inbound/route-rewards.ts';
import type { LoadEnvironmentSecret, LoadPhoneCountry } from './inbound/routes.ts';
import { adjustmentFactOf, type FactPublication, memberFactOf } from './outbound/fact-publication.ts';
import { awaitPublication, createConfirmWrite } from './outbound/management-writes.ts';
import { createAdjustMemberPoints } from './usecases/members/adjust-member-points.ts';
import {
  createPutMemberReference,
  createReleaseMemberReference,
} from './usecases/members/change-references.ts';
import { createChangeReward } from './usecases/members/change-reward.ts';
import { createEnrolMember, type PublishMemberFact } from './usecases/members/enrol-member.ts';
import { createMergeMembers } from './usecases/members/merge-members.ts';
import { createRecordConsent } from './usecases/members/record-consent.ts';

interface MemberRouteParts {
  readonly once: OncePerKey;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly loadPhoneCountry: LoadPhoneCountry;
  readonly loadEnvironment: (credential: Credential) => Promise<EnvironmentRecord>;
  readonly clock: Clock;
  readonly rejectsMismatch: ReturnType<typeof createRejectsMismatch>;
}

/** Composes the routes of members, their rewards, points, consents and references. */
export const composeMemberRoutes = (
  connections: IngressConnections,
  parts: MemberRouteParts,
  facts: FactPublication,
) => {
  const { shares: db, lists } = connections;
  const { loadSecret, loadPhoneCountry, loadEnvironment, once, clock } = parts;
  const publish: PublishMemberFact = (tx, scope, { memberKey, fact, ...seq }) =>
    facts.publish(tx, { ...memberFactOf(scope, memberKey, fact), ...seq });
  return {
    ...createMemberRoutes({ db, lists, loadSecret, loadPhoneCountry }),
    ...createMemberTransactionRoutes({ db, lists, loadSecret }),
    ...createRewardRoutes({ db, lists, loadSecret, clock }),
    ...createRewardChangeRoutes({
      once,
      changeReward: createChangeReward({ db, clock, publish }),
      needsRef: async (credential) => (await loadEnvironment(credential)).rewardRedeemNeedsRef,
    }),
    ...createMemberStateRoutes({ db, publish }),
    ...profileRoutesOf(connections, parts, { publish, publishErasure: facts.publishErasure }),
    ...createConsentRoutes({
      db,
      lists,
      loadSecret,
      once,
      recordConsent: createRecordConsent({ db, clock }),
    }),
    ...createNoteRoutes({ db, clock, once }),
    ...createTimelineRoutes({ db, lists, loadSecret, clock }),
    ...pointsRoutesOf(connections, parts, facts),
    ...referenceRoutesOf(connections, parts, { publishWrites: facts.publishWrites, publishFact: publish }),
  };
};

const profileRoutesOf = (
  { shares: db, access, history, activity }: IngressConnections,
  { loadSecret, clock }: MemberRouteParts,
  {
    publish,
    publishErasure,
  }: { readonly publish: PublishMemberFact } & Pick<FactPublication, 'publishErasure'>,
) =>
  createProfileRoutes({
    db,
    loadSecret,
    publishErasure,
    confirmWrite: createConfirmWrite({ db: access, history }),
    enrolMember: createEnrolMember({ db, publish, clock, activity }),
  });

const pointsRoutesOf = (
  { shares: db, activity }: IngressConnections,
  { loadSecret, loadEnvironment, clock, rejectsMismatch }: MemberRouteParts,
  { publish }: FactPublication,
) =>
  createPointsRoutes({
    db,
    loadSecret,
    clock,
    rejectsMismatch,
    adjustPoints: createAdjustMemberPoints({
      db,
      clock,
      activity,
      loadDayLimits: async (credential) => {
        const found = await loadEnvironment(credential);
        return { pointsMax: found.adjustedPointsPerDay, totalMax: found.totalAdjustedPointsPerDay };
      },
      publish: (tx, adjusted) => publish(tx, adjustmentFactOf(adjusted)),
    }),
  });

const referenceRoutesOf = (
  { shares: db }: IngressConnections,
  { loadSecret, clock }: MemberRouteParts,
  publishing: Pick<FactPublication, 'publishWrites'> & { readonly publishFact: PublishMemberFact },
) => {
  const ports = { db, clock, awaitPublication, ...publishing };
  return {
    ...createReferenceRoutes({
      db,
      loadSecret,
      putReference: createPutMemberReference(ports),
      releaseReference: createReleaseMemberReference(ports),
    }),
    ...createMergeRoutes({ mergeMembers: createMergeMembers(ports) }),
  };
};
