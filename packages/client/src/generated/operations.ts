// Derived from schemas/http/openapi.yaml by `npm run derive`. Do not edit.

import type { Methods } from './methods.ts';

/** The name of an operation of a tenant. */
export type OperationId = keyof Methods;

/** One operation, as the contract has it. */
export interface Operation {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/tenants/{tenantId}`; names of parameters stand in braces. */
  readonly path: string;
  readonly permission: 'admin' | 'points:adjust' | 'read' | 'write';
  /** `safe`: sent again as it is. `reference`: only with its reference. `never`: not by itself. */
  readonly retry: 'safe' | 'reference' | 'never';
  /** The field of the body, or of each of its items, that holds the reference. */
  readonly reference?: string;
  /** The name of the list that a page holds. */
  readonly list?: string;
  /** As long as a response may take, where that is more than usual. */
  readonly takesSeconds?: number;
  /** A till asks for it while its customer waits. */
  readonly isCheckout?: true;
  /** Refused with a live key. */
  readonly isTestOnly?: true;
  /** May be accepted with 202, and done later. */
  readonly canAccept?: true;
  /** Returns nothing: what it deletes is gone. */
  readonly isEmpty?: true;
}

/** Every operation of a tenant, by its name. */
export const operations: Readonly<Record<OperationId, Operation>> = {
  evaluateTransaction: { path: '/transactions/evaluate', method: 'POST', permission: 'write', retry: 'reference', reference: 'transactionRef', isCheckout: true, canAccept: true },
  bulkEvaluateTransactions: { path: '/transactions/evaluate/bulk', method: 'POST', permission: 'write', retry: 'reference', reference: 'transactionRef', takesSeconds: 30, canAccept: true },
  simulateTransaction: { path: '/transactions/simulate', method: 'POST', permission: 'read', retry: 'safe', isTestOnly: true },
  explainTransaction: { path: '/transactions/explain', method: 'POST', permission: 'read', retry: 'safe' },
  redeemPoints: { path: '/transactions/redeem', method: 'POST', permission: 'write', retry: 'reference', reference: 'transactionRef', isCheckout: true, canAccept: true },
  authorizeRedemption: { path: '/transactions/redeem/authorize', method: 'POST', permission: 'write', retry: 'reference', reference: 'transactionRef', isCheckout: true, canAccept: true },
  captureRedemption: { path: '/transactions/redeem/capture', method: 'POST', permission: 'write', retry: 'reference', reference: 'transactionRef', isCheckout: true, canAccept: true },
  voidRedemption: { path: '/transactions/redeem/void', method: 'POST', permission: 'write', retry: 'reference', reference: 'transactionRef', isCheckout: true, canAccept: true },
  listReturns: { path: '/transactions/returns', method: 'GET', permission: 'read', retry: 'safe' },
  returnPurchase: { path: '/transactions/returns', method: 'POST', permission: 'write', retry: 'reference', reference: 'returnRef', isCheckout: true, canAccept: true },
  bulkReturn: { path: '/transactions/returns/bulk', method: 'POST', permission: 'write', retry: 'reference', reference: 'returnRef', takesSeconds: 30, canAccept: true },
  quoteReturn: { path: '/transactions/return-quote', method: 'POST', permission: 'read', retry: 'safe', isCheckout: true },
  quoteRedemption: { path: '/transactions/redeem-quote', method: 'POST', permission: 'read', retry: 'safe', isCheckout: true },
  getBurnRate: { path: '/transactions/burn-rate', method: 'GET', permission: 'read', retry: 'safe', isCheckout: true },
  findTransaction: { path: '/transactions', method: 'GET', permission: 'read', retry: 'safe', isCheckout: true },
  listRefusedTransactions: { path: '/transactions/refused', method: 'GET', permission: 'read', retry: 'safe', list: 'refused' },
  getTransaction: { path: '/transactions/{transactionRef}', method: 'GET', permission: 'read', retry: 'safe', isCheckout: true },
  listCampaigns: { path: '/campaigns', method: 'GET', permission: 'read', retry: 'safe', list: 'campaigns' },
  createCampaign: { path: '/campaigns', method: 'POST', permission: 'write', retry: 'never' },
  getCampaign: { path: '/campaigns/{campaignId}', method: 'GET', permission: 'read', retry: 'safe' },
  updateCampaign: { path: '/campaigns/{campaignId}', method: 'PATCH', permission: 'write', retry: 'safe' },
  archiveCampaign: { path: '/campaigns/{campaignId}', method: 'DELETE', permission: 'write', retry: 'safe' },
  activateCampaign: { path: '/campaigns/{campaignId}/activate', method: 'POST', permission: 'write', retry: 'safe' },
  pauseCampaign: { path: '/campaigns/{campaignId}/pause', method: 'POST', permission: 'write', retry: 'safe' },
  resumeCampaign: { path: '/campaigns/{campaignId}/resume', method: 'POST', permission: 'write', retry: 'safe' },
  listMembers: { path: '/members', method: 'GET', permission: 'read', retry: 'safe', list: 'members' },
  createMember: { path: '/members', method: 'POST', permission: 'write', retry: 'safe', isCheckout: true },
  getMember: { path: '/members/{memberId}', method: 'GET', permission: 'read', retry: 'safe', isCheckout: true },
  updateMember: { path: '/members/{memberId}', method: 'PATCH', permission: 'write', retry: 'safe' },
  eraseMember: { path: '/members/{memberId}', method: 'DELETE', permission: 'admin', retry: 'safe' },
  listLedgerEntries: { path: '/members/{memberId}/ledger', method: 'GET', permission: 'read', retry: 'safe', list: 'entries' },
  listMemberTransactions: { path: '/members/{memberId}/transactions', method: 'GET', permission: 'read', retry: 'safe', list: 'transactions' },
  adjustPoints: { path: '/members/{memberId}/ledger/adjust', method: 'POST', permission: 'points:adjust', retry: 'reference', reference: 'ref' },
  listExpiringPoints: { path: '/members/{memberId}/points/expiring', method: 'GET', permission: 'read', retry: 'safe' },
  listPendingPoints: { path: '/members/{memberId}/points/pending', method: 'GET', permission: 'read', retry: 'safe', list: 'pending' },
  suspendMember: { path: '/members/{memberId}/suspend', method: 'POST', permission: 'write', retry: 'safe' },
  reinstateMember: { path: '/members/{memberId}/reinstate', method: 'POST', permission: 'write', retry: 'safe' },
  listStampCards: { path: '/members/{memberId}/stamp-cards', method: 'GET', permission: 'read', retry: 'safe' },
  listOpenAuthorizations: { path: '/members/{memberId}/authorizations', method: 'GET', permission: 'read', retry: 'safe' },
  listMemberRewards: { path: '/members/{memberId}/rewards', method: 'GET', permission: 'read', retry: 'safe', list: 'rewards', isCheckout: true },
  getMemberStatistics: { path: '/members/{memberId}/stats', method: 'GET', permission: 'read', retry: 'safe' },
  listMemberSegments: { path: '/members/{memberId}/segments', method: 'GET', permission: 'read', retry: 'safe', list: 'segments' },
  listConsents: { path: '/members/{memberId}/consents', method: 'GET', permission: 'read', retry: 'safe', list: 'consents' },
  recordConsent: { path: '/consent', method: 'POST', permission: 'write', retry: 'never' },
  listRewards: { path: '/rewards', method: 'GET', permission: 'read', retry: 'safe', list: 'rewards', isCheckout: true },
  getReward: { path: '/rewards/{rewardId}', method: 'GET', permission: 'read', retry: 'safe', isCheckout: true },
  redeemReward: { path: '/rewards/{rewardId}/redeem', method: 'POST', permission: 'write', retry: 'reference', reference: 'transactionRef', isCheckout: true },
  expireReward: { path: '/rewards/{rewardId}/expire', method: 'POST', permission: 'write', retry: 'safe' },
  retryReward: { path: '/rewards/{rewardId}/retry', method: 'POST', permission: 'write', retry: 'never' },
  listTiers: { path: '/tiers', method: 'GET', permission: 'read', retry: 'safe', list: 'tiers' },
  createTier: { path: '/tiers', method: 'POST', permission: 'write', retry: 'never' },
  getRetiering: { path: '/tiers/retiering', method: 'GET', permission: 'read', retry: 'safe' },
  updateTier: { path: '/tiers/{tierId}', method: 'PATCH', permission: 'write', retry: 'safe' },
  deleteTier: { path: '/tiers/{tierId}', method: 'DELETE', permission: 'write', retry: 'safe', isEmpty: true },
  listSegments: { path: '/segments', method: 'GET', permission: 'read', retry: 'safe', list: 'segments' },
  createSegment: { path: '/segments', method: 'POST', permission: 'write', retry: 'never' },
  previewSegment: { path: '/segments/preview', method: 'POST', permission: 'read', retry: 'safe' },
  refreshSegments: { path: '/segments/refresh', method: 'POST', permission: 'write', retry: 'safe' },
  getSegment: { path: '/segments/{segmentId}', method: 'GET', permission: 'read', retry: 'safe' },
  updateSegment: { path: '/segments/{segmentId}', method: 'PATCH', permission: 'write', retry: 'safe' },
  deleteSegment: { path: '/segments/{segmentId}', method: 'DELETE', permission: 'write', retry: 'safe', isEmpty: true },
  refreshSegment: { path: '/segments/{segmentId}/refresh', method: 'POST', permission: 'write', retry: 'safe', takesSeconds: 25 },
  listSegmentMembers: { path: '/segments/{segmentId}/members', method: 'GET', permission: 'read', retry: 'safe', list: 'members' },
  addSegmentMembers: { path: '/segments/{segmentId}/members', method: 'POST', permission: 'write', retry: 'safe' },
  removeSegmentMember: { path: '/segments/{segmentId}/members/{memberId}', method: 'DELETE', permission: 'write', retry: 'safe', isEmpty: true },
  listEventDefinitions: { path: '/event-definitions', method: 'GET', permission: 'read', retry: 'safe', list: 'eventDefinitions' },
  createEventDefinition: { path: '/event-definitions', method: 'POST', permission: 'write', retry: 'never' },
  updateEventDefinitionByKey: { path: '/event-definitions', method: 'PATCH', permission: 'write', retry: 'safe' },
  getEventDefinition: { path: '/event-definitions/{eventKey}', method: 'GET', permission: 'read', retry: 'safe' },
  updateEventDefinition: { path: '/event-definitions/{eventKey}', method: 'PATCH', permission: 'write', retry: 'safe' },
  listEvents: { path: '/events', method: 'GET', permission: 'read', retry: 'safe', list: 'events' },
  submitEvent: { path: '/events', method: 'POST', permission: 'write', retry: 'reference', reference: 'ref', isCheckout: true, canAccept: true },
  submitLifecycleEvent: { path: '/members/{memberId}/events', method: 'POST', permission: 'write', retry: 'reference', reference: 'ref', isCheckout: true, isTestOnly: true, canAccept: true },
  listWebhooks: { path: '/webhooks', method: 'GET', permission: 'admin', retry: 'safe', list: 'webhooks' },
  createWebhook: { path: '/webhooks', method: 'POST', permission: 'admin', retry: 'never' },
  getWebhook: { path: '/webhooks/{webhookId}', method: 'GET', permission: 'admin', retry: 'safe' },
  updateWebhook: { path: '/webhooks/{webhookId}', method: 'PATCH', permission: 'admin', retry: 'safe' },
  deleteWebhook: { path: '/webhooks/{webhookId}', method: 'DELETE', permission: 'admin', retry: 'safe', isEmpty: true },
  testWebhook: { path: '/webhooks/{webhookId}/test', method: 'POST', permission: 'admin', retry: 'never' },
  listDeliveries: { path: '/webhooks/{webhookId}/deliveries', method: 'GET', permission: 'admin', retry: 'safe', list: 'deliveries' },
  getDelivery: { path: '/webhooks/{webhookId}/deliveries/{deliveryId}', method: 'GET', permission: 'admin', retry: 'safe' },
  replayDelivery: { path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay', method: 'POST', permission: 'admin', retry: 'never' },
  listReplays: { path: '/webhooks/{webhookId}/replays', method: 'GET', permission: 'admin', retry: 'safe', list: 'replays' },
  replayEvents: { path: '/webhooks/{webhookId}/replays', method: 'POST', permission: 'admin', retry: 'never' },
  getActivity: { path: '/activity', method: 'GET', permission: 'read', retry: 'safe' },
  listCampaignActivity: { path: '/activity/campaigns', method: 'GET', permission: 'read', retry: 'safe' },
  getLiability: { path: '/reports/liability', method: 'GET', permission: 'read', retry: 'safe' },
  listRequestLogs: { path: '/request-logs', method: 'GET', permission: 'read', retry: 'safe', list: 'requestLogs', isTestOnly: true },
};
