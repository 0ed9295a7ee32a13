// Derived from schemas/http/openapi.yaml and schemas/http/permissions.json by `npm run derive`. Do not edit.

import type { Methods } from './methods.ts';

/** The name of an operation of a tenant. */
export type OperationId = keyof Methods;

/** An operation of the API, as the contract describes it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path under `/tenants/{tenantId}`, with the names of its parameters in braces. */
  readonly path: string;
  /** Whether the client repeats a request: `safe` always, `reference` only if it has its reference, `never` not at all. */
  readonly retry: 'safe' | 'reference' | 'never';
  /** The field that holds the reference, in the body or in each of its items. */
  readonly reference: string | undefined;
  /** The name of the list in a page. */
  readonly list: string | undefined;
  /** The seconds that a response may take, if that is longer than usual; otherwise 0. */
  readonly takesSeconds: number;
  /** True if the operation changes nothing, whatever its method. */
  readonly isRead: boolean;
  /** True if a till calls the operation while a customer waits. */
  readonly isCheckout: boolean;
  /** True if the request may be accepted with 202 and executed later. */
  readonly canAccept: boolean;
  /** True if the response has no body. */
  readonly isEmpty: boolean;
}

/**
 * Each operation of a tenant: marks, name, path, the name of its list, its reference, and the seconds that a response
 * may take. Marks: `g` GET, `p` POST, `a` PATCH, `u` PUT, `d` DELETE; `n` never repeated, `r` a read, `t` a till's,
 * `c` may be accepted, `e` returns nothing.
 */
export const operationLines = `ptc evaluateTransaction /transactions/evaluate  transactionRef
pc bulkEvaluateTransactions /transactions/evaluate/bulk  transactionRef 30
pr simulateTransaction /transactions/simulate
pr explainTransaction /transactions/explain
ptc redeemPoints /transactions/redeem  transactionRef
ptc authorizeRedemption /transactions/redeem/authorize  transactionRef
ptc captureRedemption /transactions/redeem/capture  transactionRef
ptc voidRedemption /transactions/redeem/void  transactionRef
g listReturns /transactions/returns
ptc returnPurchase /transactions/returns  returnRef
pc bulkReturn /transactions/returns/bulk  returnRef 30
prt quoteReturn /transactions/return-quote
prt quoteRedemption /transactions/redeem-quote
gt getBurnRate /transactions/burn-rate
gt findTransaction /transactions
g listRefusedTransactions /transactions/refused refused
gt getTransaction /transactions/{transactionRef}
g listCampaigns /campaigns campaigns
pn createCampaign /campaigns
g getCampaign /campaigns/{campaignId}
a updateCampaign /campaigns/{campaignId}
d archiveCampaign /campaigns/{campaignId}
p activateCampaign /campaigns/{campaignId}/activate
p pauseCampaign /campaigns/{campaignId}/pause
p resumeCampaign /campaigns/{campaignId}/resume
g listMembers /members members
pt createMember /members
gt getMember /members/{memberId}
a updateMember /members/{memberId}
d eraseMember /members/{memberId}
g listLedgerEntries /members/{memberId}/ledger entries
g listMemberTransactions /members/{memberId}/transactions transactions
p adjustPoints /members/{memberId}/ledger/adjust  ref
g listExpiringPoints /members/{memberId}/points/expiring
g listPendingPoints /members/{memberId}/points/pending pending
p suspendMember /members/{memberId}/suspend
p reinstateMember /members/{memberId}/reinstate
g listStampCards /members/{memberId}/stamp-cards
g listMemberLimits /members/{memberId}/limits
g listOpenAuthorizations /members/{memberId}/authorizations
gt listMemberRewards /members/{memberId}/rewards rewards
g getMemberStatistics /members/{memberId}/stats
g listMemberSegments /members/{memberId}/segments segments
g listConsents /members/{memberId}/consents consents
pn recordConsent /consent
gt listRewards /rewards rewards
gt getReward /rewards/{rewardId}
pt redeemReward /rewards/{rewardId}/redeem  transactionRef
p expireReward /rewards/{rewardId}/expire
pn retryReward /rewards/{rewardId}/retry
g listCodePools /code-pools
u putCodePool /code-pools/{poolName}
p addPoolCodes /code-pools/{poolName}/codes
g listRewardProviders /reward-providers
g listTiers /tiers tiers
pn createTier /tiers
g getRetiering /tiers/retiering
a updateTier /tiers/{tierId}
de deleteTier /tiers/{tierId}
g listSegments /segments segments
pn createSegment /segments
pr previewSegment /segments/preview
p refreshSegments /segments/refresh
g getSegment /segments/{segmentId}
a updateSegment /segments/{segmentId}
de deleteSegment /segments/{segmentId}
p refreshSegment /segments/{segmentId}/refresh   25
g listSegmentMembers /segments/{segmentId}/members members
p addSegmentMembers /segments/{segmentId}/members
de removeSegmentMember /segments/{segmentId}/members/{memberId}
g listEventDefinitions /event-definitions eventDefinitions
pn createEventDefinition /event-definitions
a updateEventDefinitionByKey /event-definitions
g getEventDefinition /event-definitions/{eventKey}
a updateEventDefinition /event-definitions/{eventKey}
g listEvents /events events
ptc submitEvent /events  ref
ptc submitLifecycleEvent /members/{memberId}/events  ref
g listWebhooks /webhooks webhooks
pn createWebhook /webhooks
g getWebhook /webhooks/{webhookId}
a updateWebhook /webhooks/{webhookId}
de deleteWebhook /webhooks/{webhookId}
pn testWebhook /webhooks/{webhookId}/test
g listDeliveries /webhooks/{webhookId}/deliveries deliveries
g getDelivery /webhooks/{webhookId}/deliveries/{deliveryId}
pn replayDelivery /webhooks/{webhookId}/deliveries/{deliveryId}/replay
g listReplays /webhooks/{webhookId}/replays replays
pn replayEvents /webhooks/{webhookId}/replays
g getActivity /activity
g listCampaignActivity /activity/campaigns
g getLiability /reports/liability
g listExceptions /reports/exceptions
g listReads /reports/reads
g getSettings /settings
a updateSettings /settings
g getEnvironment /environment
g listRequestLogs /request-logs requestLogs
g listPermissions /permissions
g getCredential /credential
g listApiKeys /api-keys apiKeys
pn createApiKey /api-keys
g getApiKey /api-keys/{keyId}
a narrowApiKey /api-keys/{keyId}
pn rotateApiKey /api-keys/{keyId}/rotate
p revokeApiKey /api-keys/{keyId}/revoke
g listAuditEntries /audit-log auditEntries`;
