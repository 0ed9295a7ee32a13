import { sameRequests } from '@loyalty/contracts';
import type { Credential } from '@loyalty/http/api';
import { createShareSlots } from '@loyalty/kernel/shares';
import { createAuditDay } from '@loyalty/tables/audit';
import { readTransactionActs } from '@loyalty/tables/authors';
import { isKeyActive } from '@loyalty/tables/keys';
import { findPurchase, findTransactionResponse } from '@loyalty/tables/members/management';
import { abandonRefresh, findSegment, readRefreshState } from '@loyalty/tables/segments';
import { composeMemberRoutes } from './compose-member-routes.ts';
import type { IngressConnections } from './connections.ts';
import type { Access } from './inbound/access/access.ts';
import { environmentRatesOf } from './inbound/access/environment-rates.ts';
import {
  createLimitBulkItems,
  createLimitConfigurationWrites,
  createLimitEvaluate,
  createLimitImportLines,
  boundingChanges,
  limitingWrites,
  refusingRevoked,
} from './inbound/access/operation-limits.ts';
import { warningTests } from './inbound/access/test-warnings.ts';
import { createMemberStatisticsRoutes } from './inbound/members/route-members.ts';
import { createOncePerKey } from './inbound/once-per-key.ts';
import { createRejectsMismatch, createRespondToRequest } from './inbound/request-response.ts';
import { createApiKeyRoutes } from './inbound/route-api-keys.ts';
import { createAuditRoutes } from './inbound/route-audit-log.ts';
import { createCampaignRoutes } from './inbound/route-campaigns.ts';
import { createCodePoolRoutes } from './inbound/route-code-pools.ts';
import { createCredentialRoutes } from './inbound/route-credential.ts';
import { createDeliveryRoutes, createReplayRoutes } from './inbound/route-deliveries.ts';
import { createEventDefinitionRoutes } from './inbound/route-event-definitions.ts';
import { createEventRoutes } from './inbound/route-events.ts';
import { createExportRoutes } from './inbound/route-exports.ts';
import { createImportRoutes } from './inbound/route-imports.ts';
import { createPollRoutes } from './inbound/route-polls.ts';
import { createReportRoutes } from './inbound/route-reports.ts';
import { createRequestLogRoutes } from './inbound/route-request-logs.ts';
import {
  createSegmentMemberRoutes,
  createSegmentRefreshRoutes,
  createSegmentRoutes,
} from './inbound/route-segments.ts';
import { createSettingsRoutes } from './inbound/route-settings.ts';
import { createTierRoutes } from './inbound/route-tiers.ts';
import { createWebhookRoutes } from './inbound/route-webhooks.ts';
import { createLoadPhoneCountry, createLoadSecret, loadEnvironment, type Routes } from './inbound/routes.ts';
import { createBulkRoutes } from './inbound/transactions/route-bulk.ts';
import { createAuthorizationRoutes } from './inbound/transactions/route-authorizations.ts';
import { createRedeemRoutes } from './inbound/transactions/route-redeem.ts';
import { createRefusedRoutes } from './inbound/transactions/route-refused.ts';
import { createReturnRoutes } from './inbound/transactions/route-returns.ts';
import { createTransactionRoutes } from './inbound/transactions/route-transactions.ts';
import { CachedResponses } from './outbound/cached-responses.ts';
import type { EngineConnection } from './outbound/engine-connection.ts';
import { createStreamReads } from './outbound/stream-progress.ts';
import { createDefinitionLookup, createEventMembers } from './outbound/event-lookup.ts';
import { type FactPublication, factsOfSuspended } from './outbound/fact-publication.ts';
import { createJudgeTarget } from './outbound/judge-target.ts';
import { createConfirmWrite, createManaged } from './outbound/management-writes.ts';
import { createPreviews } from './outbound/previews.ts';
import { createCountPreview } from './outbound/segment-previews.ts';
import { createStoredResponses } from './outbound/stored-responses.ts';
import type { ResponseLookup } from './usecases/engines/ask-engine.ts';
import {
  createMakeKey,
  createNarrowKey,
  createRevokeKeys,
  createRotateKey,
} from './usecases/change-api-keys.ts';
import { createChangeWebhook, createRegisterWebhook } from './usecases/change-webhooks.ts';
import { createCompileShares } from './usecases/events/compile-shares.ts';
import { createSubmitEvent } from './usecases/events/submit-event.ts';
import { createSubmitLifecycleEvent } from './usecases/events/submit-lifecycle-event.ts';
import type { Managed } from './usecases/management-writes.ts';
import { createPollEvents } from './usecases/poll-events.ts';
import { createDeleteSegment } from './usecases/segments/change-segments.ts';
import { createPreviewSegment } from './usecases/segments/preview-segment.ts';
import {
  askAllRefreshes,
  askSegmentRefresh,
  createRefreshSegment,
} from './usecases/segments/refresh-segment.ts';
import {
  createAuthorizeRedemption,
  createEndRedemption,
} from './usecases/transactions/authorize-redemption.ts';
import { createBulkEvaluate, createBulkReturn } from './usecases/transactions/ask-in-bulk.ts';
import { createFindEmptyBasketFault } from './usecases/transactions/empty-baskets.ts';
import { createGetTransaction, createMemberRequest } from './usecases/transactions/member-request.ts';
import { createPreviewBasket, previewLimits } from './usecases/transactions/preview-basket.ts';
import { createGetBurnRate, createQuoteRedemption } from './usecases/transactions/quote-redemption.ts';
import { createQuoteReturn, createReturnPurchase } from './usecases/transactions/return-purchase.ts';

const commonOf = (
  { db: own, shares: db, box, clock, config, metrics }: IngressConnections,
  { takeTokens, environments }: Access,
) => {
  const rejectsMismatch = createRejectsMismatch(db);
  return {
    once: createOncePerKey({ db, box }),
    limitEvaluate: createLimitEvaluate({ takeTokens, environments, perMinute: config.evaluatePerMinute }),
    limitBulkItems: createLimitBulkItems({ takeTokens, environments }),
    limitImportLines: createLimitImportLines({ takeTokens, environments }),
    loadSecret: createLoadSecret(environments),
    loadPhoneCountry: createLoadPhoneCountry(environments),
    loadEnvironment: (credential: Credential) => loadEnvironment(environments, credential),
    clock,
    rejectsMismatch,
    compileShares: createCompileShares(clock),
    findEmptyBasketFault: createFindEmptyBasketFault({ db: own, clock }),
    respondToRequest: createRespondToRequest({ basePath: pathOf(config.baseUrl), metrics, rejectsMismatch }),
  };
};

export const composeRoutes = (
  connections: IngressConnections,
  access: Access,
  { engines, facts }: { readonly engines: EngineConnection; readonly facts: FactPublication },
): Routes => {
  const { shares: db, lists } = connections;
  const common = commonOf(connections, access);
  const managed = createManaged({ db, publishWrites: facts.publishWrites });
  const { loadSecret, once } = common;
  const { auditEntriesPerDay: perDay, evaluatePerMinute } = connections.config;
  const auditDay = createAuditDay({ dbOf: (environmentId) => db.of(environmentId), clock: common.clock });
  connections.metrics.gauge('loyalty_audit_day_used_ratio', {}, () => auditDay.greatest() / perDay);
  const cached = new CachedResponses();
  const routes: Routes = {
    ...engineHandlersOf(connections, common, engines),
    ...createEventDefinitionRoutes({ db, managed, once, loadSecret, compileShares: common.compileShares }),
    ...createCampaignRoutes({
      db,
      lists,
      managed,
      once,
      loadSecret,
      clock: common.clock,
      onSuspended: async (tx, id, suspended) => {
        for (const fact of factsOfSuspended(id, suspended)) await facts.publish(tx, fact);
      },
    }),
    ...composeMemberRoutes(connections, common, facts),
    ...createMemberStatisticsRoutes({ db, clock: common.clock }),
    ...createTierRoutes({ db, managed, once, lists, loadSecret }),
    ...segmentHandlersOf(connections, common, managed),
    ...webhookHandlersOf(connections, common, managed),
    ...deliveryHandlersOf(connections, access, common),
    ...createReportRoutes({ lists, clock: common.clock, cached }),
    ...createCodePoolRoutes({ db, managed }),
    ...createImportRoutes({ ...common, db, managed }),
    ...createExportRoutes({ ...common, db, lists }),
    ...createSettingsRoutes({
      db,
      lists,
      managed,
      cached,
      ...createStreamReads({ lists, ends: connections.logEnds, clock: common.clock }),
      changes: { auditDay, perDay },
      loadEnvironment: common.loadEnvironment,
      ratesOf: (environment, credential) =>
        environmentRatesOf(environment, credential, { limits: access.limits, evaluatePerMinute }),
    }),
    ...createCredentialRoutes({ db }),
    ...keyHandlersOf(connections, access, { managed, publishWrites: facts.publishWrites, common }),
    ...createRequestLogRoutes({ lists, loadSecret }),
    ...createAuditRoutes({ lists, loadSecret }),
    ...createRefusedRoutes({ lists, loadSecret }),
  };
  const unrevoked = refusingRevoked(warningTests(routes, db), ({ environmentId, id }) =>
    isKeyActive(connections.access, environmentId, id),
  );
  const bounded = boundingChanges(unrevoked, { auditDay, perDay, clock: common.clock });
  return limitingWrites(bounded, createLimitConfigurationWrites(access));
};

const keyHandlersOf = (
  { shares: db, lists, access, history }: IngressConnections,
  { limits }: Access,
  {
    managed,
    publishWrites,
    common: { loadSecret, once },
  }: {
    readonly managed: Managed;
    readonly publishWrites: FactPublication['publishWrites'];
    readonly common: ReturnType<typeof commonOf>;
  },
) => {
  const confirmWrite = createConfirmWrite({ db: access, history });
  const ports = { db, managed, publishWrites, confirmWrite, limits };
  return createApiKeyRoutes({
    db,
    lists,
    loadSecret,
    once,
    makeKey: createMakeKey(ports),
    narrowKey: createNarrowKey(ports),
    rotateKey: createRotateKey(ports),
    revokeKeys: createRevokeKeys(ports),
  });
};

const webhookHandlersOf = (
  { shares: db, box, config }: IngressConnections,
  { loadSecret, once }: ReturnType<typeof commonOf>,
  managed: Managed,
) => {
  const ports = { db, managed, box, judgeTarget: createJudgeTarget(config) };
  return createWebhookRoutes({
    db,
    managed,
    once,
    loadSecret,
    registerWebhook: createRegisterWebhook(ports),
    changeWebhook: createChangeWebhook(ports),
  });
};

const deliveryHandlersOf = (
  { shares: db, lists, history, stopping }: IngressConnections,
  { takeTokens }: Access,
  { loadSecret, once, clock }: ReturnType<typeof commonOf>,
) => ({
  ...createDeliveryRoutes({ db, lists, loadSecret, once, takeTokens }),
  ...createReplayRoutes({ db, loadSecret, once, clock }),
  ...createPollRoutes({
    db,
    loadSecret,
    pollEvents: createPollEvents({ db, clock, history, stopping: stopping.signal }),
  }),
});

const segmentHandlersOf = (
  { shares: db, lists, previews, logger, stopping }: IngressConnections,
  { loadSecret, once, clock }: ReturnType<typeof commonOf>,
  managed: Managed,
) => ({
  ...createSegmentRoutes({
    db,
    managed,
    once,
    loadSecret,
    deleteSegment: createDeleteSegment({ managed, logger }),
  }),
  ...createSegmentMemberRoutes({ db, lists, loadSecret, clock }),
  ...createSegmentRefreshRoutes({
    previewSegment: createPreviewSegment(createCountPreview({ previews, clock })),
    refreshSegment: createRefreshSegment({
      clock,
      stopping: stopping.signal,
      refreshes: {
        ask: (segment) => askSegmentRefresh(db.of(segment.environmentId), segment),
        state: (segment) => readRefreshState(db.of(segment.environmentId), segment),
        exists: async ({ environmentId, segmentId }) =>
          (await findSegment(db.of(environmentId), environmentId, segmentId)) !== null,
        leave: (segment, asking) => abandonRefresh(db.of(segment.environmentId), segment, asking),
      },
    }),
    queueRefreshes: (environmentId) => askAllRefreshes(db.of(environmentId), environmentId),
  }),
});

const engineHandlersOf = (
  { db: own, shares: db, lists, cache, metrics, config }: IngressConnections,
  common: ReturnType<typeof commonOf>,
  {
    engine,
    bulkEngine,
    eventEngine,
    redeemEngine,
    authorizationEngine,
    burnEngine,
    bulkBurnEngine,
  }: EngineConnection,
) => {
  const { clock, compileShares } = common;
  const responses = createStoredResponses(cache, db);
  const { preview, redemptions, returns } = createPreviews({ db: own, shares: db, metrics, clock });
  const definitions = createDefinitionLookup(db, compileShares);
  const ofReturns = { engine: burnEngine, bulkEngine: bulkBurnEngine };
  const eventPorts = { engine: eventEngine, responses, clock, definitions, members: createEventMembers(db) };
  return {
    ...createTransactionRoutes({
      ...common,
      evaluate: createMemberRequest('evaluate', { engine, responses, clock, sameRequests }),
      previewBasket: createPreviewBasket({ preview, db, clock, slots: createShareSlots(previewLimits) }),
      getTransaction: createGetTransaction(responses),
      findResponse: (environmentId, transactionId) =>
        findTransactionResponse(db.of(environmentId), environmentId, transactionId),
      readActs: (environmentId, names) => readTransactionActs(db.of(environmentId), environmentId, names),
      findPurchase: (environmentId, ref) => findPurchase(db.of(environmentId), environmentId, ref),
    }),
    ...createRedeemRoutes({
      ...common,
      redeem: createMemberRequest('redeem', { engine: redeemEngine, responses, clock }),
      quoteRedemption: createQuoteRedemption(redemptions),
      getBurnRate: createGetBurnRate(redemptions),
    }),
    ...authorizationRoutesOf(common, { burnEngine, authorizationEngine, bulkBurnEngine }, responses),
    ...createReturnRoutes({
      ...common,
      db,
      returnPurchase: createReturnPurchase({ ...ofReturns, responses, clock }),
      quoteReturn: createQuoteReturn({ ...returns, responses }),
    }),
    ...createBulkRoutes({
      ...common,
      metrics,
      basePath: pathOf(config.baseUrl),
      bulkEvaluate: createBulkEvaluate({ engine: bulkEngine, responses, clock }),
      bulkReturn: createBulkReturn({ engine: bulkBurnEngine, responses, clock }),
    }),
    ...createEventRoutes({
      ...common,
      lists,
      submitEvent: createSubmitEvent(eventPorts),
      submitLifecycleEvent: createSubmitLifecycleEvent(eventPorts),
    }),
  };
};

/** Callers use the base URL also through a gateway that adds a path of its own. */
const pathOf = (baseUrl: string): string => new URL(baseUrl, 'http://localhost').pathname.replace(/\/$/, '');

const authorizationRoutesOf = (
  common: ReturnType<typeof commonOf>,
  {
    burnEngine,
    authorizationEngine,
    bulkBurnEngine: bulkEngine,
  }: Pick<EngineConnection, 'burnEngine' | 'authorizationEngine' | 'bulkBurnEngine'>,
  responses: ResponseLookup,
) => {
  const ports = { bulkEngine, responses, clock: common.clock };
  return createAuthorizationRoutes({
    ...common,
    authorizeRedemption: createAuthorizeRedemption({ ...ports, engine: authorizationEngine }),
    endRedemption: createEndRedemption({ ...ports, engine: burnEngine }),
  });
};
