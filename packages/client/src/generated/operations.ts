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
  evaluateTransaction: { path: '/transactions/evaluate', permission: 'write', method: 'POST', retry: 'reference', reference: 'transactionRef', isCheckout: true, canAccept: true },
  bulkEvaluateTransactions: { path: '/transactions/evaluate/bulk', permission: 'write', method: 'POST', retry: 'reference', reference: 'transactionRef', takesSeconds: 30, canAccept: true },
  simulateTransaction: { path: '/transactions/simulate', permission: 'read', method: 'POST', retry: 'safe', isTestOnly: true },
  explainTransaction: { path: '/transactions/explain', permission: 'read', method: 'POST', retry: 'safe' },
  redeemPoints: { path: '/transactions/redeem', permission: 'write', method: 'POST', retry: 'reference', reference: 'transactionRef', isCheckout: true, canAccept: true },
  authorizeRedemption: { path: '/transactions/redeem/authorize', permission: 'write', method: 'POST', retry: 'reference', reference: 'transactionRef', isCheckout: true, canAccept: true },
  captureRedemption: { path: '/transactions/redeem/capture', permission: 'write', method: 'POST', retry: 'reference', reference: 'transactionRef', isCheckout: true, canAccept: true },
  voidRedemption: { path: '/transactions/redeem/void', permission: 'write', method: 'POST', retry: 'reference', reference: 'transactionRef', isCheckout: true, canAccept: true },
  listReturns: { path: '/transactions/returns', permission: 'read', method: 'GET', retry: 'safe' },
  returnPurchase: { path: '/transactions/returns', permission: 'write', method: 'POST', retry: 'reference', reference: 'returnRef', isCheckout: true, canAccept: true },
  bulkReturn: { path: '/transactions/returns/bulk', permission: 'write', method: 'POST', retry: 'reference', reference: 'returnRef', takesSeconds: 30, canAccept: true },
  quoteReturn: { path: '/transactions/return-quote', permission: 'read', method: 'POST', retry: 'safe', isCheckout: true },
  quoteRedemption: { path: '/transactions/redeem-quote', permission: 'read', method: 'POST', retry: 'safe', isCheckout: true },
  getBurnRate: { path: '/transactions/burn-rate', permission: 'read', method: 'GET', retry: 'safe', isCheckout: true },
  findTransaction: { path: '/transactions', permission: 'read', method: 'GET', retry: 'safe', isCheckout: true },
  listRefusedTransactions: { path: '/transactions/refused', permission: 'read', method: 'GET', retry: 'safe', list: 'refused' },
  getTransaction: { path: '/transactions/{transactionRef}', permission: 'read', method: 'GET', retry: 'safe', isCheckout: true },
  listCampaigns: { path: '/campaigns', permission: 'read', method: 'GET', retry: 'safe', list: 'campaigns' },
  createCampaign: { path: '/campaigns', permission: 'write', method: 'POST', retry: 'never' },
  getCampaign: { path: '/campaigns/{campaignId}', permission: 'read', method: 'GET', retry: 'safe' },
  updateCampaign: { path: '/campaigns/{campaignId}', permission: 'write', method: 'PATCH', retry: 'safe' },
  archiveCampaign: { path: '/campaigns/{campaignId}', permission: 'write', method: 'DELETE', retry: 'safe' },
  activateCampaign: { path: '/campaigns/{campaignId}/activate', permission: 'write', method: 'POST', retry: 'safe' },
  pauseCampaign: { path: '/campaigns/{campaignId}/pause', permission: 'write', method: 'POST', retry: 'safe' },
  resumeCampaign: { path: '/campaigns/{campaignId}/resume', permission: 'write', method: 'POST', retry: 'safe' },
  listMembers: { path: '/members', permission: 'read', method: 'GET', retry: 'safe', list: 'members' },
  createMember: { path: '/members', permission: 'write', method: 'POST', retry: 'safe', isCheckout: true },
  getMember: { path: '/members/{memberId}', permission: 'read', method: 'GET', retry: 'safe', isCheckout: true },
  updateMember: { path: '/members/{memberId}', permission: 'write', method: 'PATCH', retry: 'safe' },
  eraseMember: { path: '/members/{memberId}', permission: 'admin', method: 'DELETE', retry: 'safe' },
  listLedgerEntries: { path: '/members/{memberId}/ledger', permission: 'read', method: 'GET', retry: 'safe', list: 'entries' },
  listMemberTransactions: { path: '/members/{memberId}/transactions', permission: 'read', method: 'GET', retry: 'safe', list: 'transactions' },
  adjustPoints: { path: '/members/{memberId}/ledger/adjust', permission: 'points:adjust', method: 'POST', retry: 'reference', reference: 'ref' },
  listExpiringPoints: { path: '/members/{memberId}/points/expiring', permission: 'read', method: 'GET', retry: 'safe' },
  listPendingPoints: { path: '/members/{memberId}/points/pending', permission: 'read', method: 'GET', retry: 'safe', list: 'pending' },
  suspendMember: { path: '/members/{memberId}/suspend', permission: 'write', method: 'POST', retry: 'safe' },
  reinstateMember: { path: '/members/{memberId}/reinstate', permission: 'write', method: 'POST', retry: 'safe' },
  listStampCards: { path: '/members/{memberId}/stamp-cards', permission: 'read', method: 'GET', retry: 'safe' },
  listOpenAuthorizations: { path: '/members/{memberId}/authorizations', permission: 'read', method: 'GET', retry: 'safe' },
  listMemberRewards: { path: '/members/{memberId}/rewards', permission: 'read', method: 'GET', retry: 'safe', list: 'rewards', isCheckout: true },
  getMemberStatistics: { path: '/members/{memberId}/stats', permission: 'read', method: 'GET', retry: 'safe' },
  listMemberSegments: { path: '/members/{memberId}/segments', permission: 'read', method: 'GET', retry: 'safe', list: 'segments' },
  listConsents: { path: '/members/{memberId}/consents', permission: 'read', method: 'GET', retry: 'safe', list: 'consents' },
  recordConsent: { path: '/consent', permission: 'write', method: 'POST', retry: 'never' },
  listRewards: { path: '/rewards', permission: 'read', method: 'GET', retry: 'safe', list: 'rewards', isCheckout: true },
  getReward: { path: '/rewards/{rewardId}', permission: 'read', method: 'GET', retry: 'safe', isCheckout: true },
  redeemReward: { path: '/rewards/{rewardId}/redeem', permission: 'write', method: 'POST', retry: 'reference', reference: 'transactionRef', isCheckout: true },
  expireReward: { path: '/rewards/{rewardId}/expire', permission: 'write', method: 'POST', retry: 'safe' },
  retryReward: { path: '/rewards/{rewardId}/retry', permission: 'write', method: 'POST', retry: 'never' },
  listTiers: { path: '/tiers', permission: 'read', method: 'GET', retry: 'safe', list: 'tiers' },
  createTier: { path: '/tiers', permission: 'write', method: 'POST', retry: 'never' },
  getRetiering: { path: '/tiers/retiering', permission: 'read', method: 'GET', retry: 'safe' },
  updateTier: { path: '/tiers/{tierId}', permission: 'write', method: 'PATCH', retry: 'safe' },
  deleteTier: { path: '/tiers/{tierId}', permission: 'write', method: 'DELETE', retry: 'safe', isEmpty: true },
  listSegments: { path: '/segments', permission: 'read', method: 'GET', retry: 'safe', list: 'segments' },
  createSegment: { path: '/segments', permission: 'write', method: 'POST', retry: 'never' },
  previewSegment: { path: '/segments/preview', permission: 'read', method: 'POST', retry: 'safe' },
  refreshSegments: { path: '/segments/refresh', permission: 'write', method: 'POST', retry: 'safe' },
  getSegment: { path: '/segments/{segmentId}', permission: 'read', method: 'GET', retry: 'safe' },
  updateSegment: { path: '/segments/{segmentId}', permission: 'write', method: 'PATCH', retry: 'safe' },
  deleteSegment: { path: '/segments/{segmentId}', permission: 'write', method: 'DELETE', retry: 'safe', isEmpty: true },
  refreshSegment: { path: '/segments/{segmentId}/refresh', permission: 'write', method: 'POST', retry: 'safe', takesSeconds: 25 },
  listSegmentMembers: { path: '/segments/{segmentId}/members', permission: 'read', method: 'GET', retry: 'safe', list: 'members' },
  addSegmentMembers: { path: '/segments/{segmentId}/members', permission: 'write', method: 'POST', retry: 'safe' },
  removeSegmentMember: { path: '/segments/{segmentId}/members/{memberId}', permission: 'write', method: 'DELETE', retry: 'safe', isEmpty: true },
  listEventDefinitions: { path: '/event-definitions', permission: 'read', method: 'GET', retry: 'safe', list: 'eventDefinitions' },
  createEventDefinition: { path: '/event-definitions', permission: 'write', method: 'POST', retry: 'never' },
  updateEventDefinitionByKey: { path: '/event-definitions', permission: 'write', method: 'PATCH', retry: 'safe' },
  getEventDefinition: { path: '/event-definitions/{eventKey}', permission: 'read', method: 'GET', retry: 'safe' },
  updateEventDefinition: { path: '/event-definitions/{eventKey}', permission: 'write', method: 'PATCH', retry: 'safe' },
  listEvents: { path: '/events', permission: 'read', method: 'GET', retry: 'safe', list: 'events' },
  submitEvent: { path: '/events', permission: 'write', method: 'POST', retry: 'reference', reference: 'ref', isCheckout: true, canAccept: true },
  submitLifecycleEvent: { path: '/members/{memberId}/events', permission: 'write', method: 'POST', retry: 'reference', reference: 'ref', isCheckout: true, isTestOnly: true, canAccept: true },
  listWebhooks: { path: '/webhooks', permission: 'admin', method: 'GET', retry: 'safe', list: 'webhooks' },
  createWebhook: { path: '/webhooks', permission: 'admin', method: 'POST', retry: 'never' },
  getWebhook: { path: '/webhooks/{webhookId}', permission: 'admin', method: 'GET', retry: 'safe' },
  updateWebhook: { path: '/webhooks/{webhookId}', permission: 'admin', method: 'PATCH', retry: 'safe' },
  deleteWebhook: { path: '/webhooks/{webhookId}', permission: 'admin', method: 'DELETE', retry: 'safe', isEmpty: true },
  testWebhook: { path: '/webhooks/{webhookId}/test', permission: 'admin', method: 'POST', retry: 'never' },
  listDeliveries: { path: '/webhooks/{webhookId}/deliveries', permission: 'admin', method: 'GET', retry: 'safe', list: 'deliveries' },
  getDelivery: { path: '/webhooks/{webhookId}/deliveries/{deliveryId}', permission: 'admin', method: 'GET', retry: 'safe' },
  replayDelivery: { path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay', permission: 'admin', method: 'POST', retry: 'never' },
  listReplays: { path: '/webhooks/{webhookId}/replays', permission: 'admin', method: 'GET', retry: 'safe', list: 'replays' },
  replayEvents: { path: '/webhooks/{webhookId}/replays', permission: 'admin', method: 'POST', retry: 'never' },
  getActivity: { path: '/activity', permission: 'read', method: 'GET', retry: 'safe' },
  listCampaignActivity: { path: '/activity/campaigns', permission: 'read', method: 'GET', retry: 'safe' },
  getLiability: { path: '/reports/liability', permission: 'read', method: 'GET', retry: 'safe' },
  listRequestLogs: { path: '/request-logs', permission: 'read', method: 'GET', retry: 'safe', list: 'requestLogs', isTestOnly: true },
  listAuditEntries: { path: '/audit-log', permission: 'admin', method: 'GET', retry: 'safe', list: 'auditEntries' },
};
