import { freshOperationIds } from '../permissions.ts';
import { documentedOperations } from './operations.ts';

/**
 * Each operation that changes something is judged here once (D308): true wants a fresh sign-in. It gives points, money's
 * worth or data to somebody by the caller's own word, or cannot be undone. What stops, takes away or
 * is for test keys alone must never wait.
 */
const judged = {
  evaluateTransaction: true,
  bulkEvaluateTransactions: true,
  simulateTransaction: false,
  explainTransaction: false,
  redeemPoints: false,
  authorizeRedemption: false,
  captureRedemption: false,
  voidRedemption: false,
  returnPurchase: false,
  bulkReturn: false,
  quoteReturn: false,
  quoteRedemption: false,
  createCampaign: false,
  updateCampaign: true,
  archiveCampaign: false,
  activateCampaign: true,
  pauseCampaign: false,
  resumeCampaign: true,
  createMember: false,
  updateMember: false,
  eraseMember: true,
  adjustPoints: true,
  suspendMember: false,
  reinstateMember: false,
  // Blocking a lost card must not wait.
  putMemberReference: false,
  releaseMemberReference: false,
  // It cannot be undone.
  mergeMembers: true,
  recordConsent: false,
  addMemberNote: false,
  deleteMemberNote: false,
  redeemReward: false,
  expireReward: false,
  retryReward: false,
  putCodePool: true,
  addPoolCodes: true,
  putImport: true,
  importMembers: true,
  closeImport: true,
  createTier: true,
  updateTier: true,
  deleteTier: false,
  createSegment: false,
  previewSegment: false,
  refreshSegments: false,
  updateSegment: false,
  deleteSegment: false,
  refreshSegment: false,
  addSegmentMembers: false,
  removeSegmentMember: false,
  createEventDefinition: false,
  updateEventDefinitionByKey: false,
  updateEventDefinition: false,
  submitEvent: true,
  submitLifecycleEvent: false,
  createWebhook: true,
  updateWebhook: true,
  deleteWebhook: false,
  testWebhook: false,
  replayDelivery: true,
  replayEvents: true,
  updateSettings: true,
  createApiKey: true,
  narrowApiKey: false,
  rotateApiKey: true,
  revokeApiKey: false,
} as const;

const ofTenants = documentedOperations.filter(
  ({ operation: { method, path } }) => method !== 'GET' && path.startsWith('/tenants/{tenantId}/'),
);

test('each operation that changes something is judged, and marked as it was judged (D308)', () => {
  const marked = ofTenants.map(({ object }) => [object.operationId, object['x-fresh'] === true]);
  expect(Object.fromEntries(marked)).toEqual(judged);
});

test('▲ exports want a fresh sign-in and have the slots of lists (D308, D342)', () => {
  const exports = documentedOperations.filter(({ operation: { path } }) => /\/exports?\b/.test(path));
  expect(exports.map(({ object }) => object['x-fresh'])).toEqual(exports.map(() => true));
  expect(exports).toHaveLength(5);
  // Only lists have a slot of the connections for lists.
  expect(exports.filter(({ operation: { isList } }) => !isList)).toEqual([]);
});

test('the list that the console reads is that of the document', () => {
  const marked = documentedOperations.filter(({ object }) => 'x-fresh' in object);
  expect(marked.map(({ object }) => object.operationId)).toEqual(freshOperationIds);
});

test('readers of the document see what wants a fresh sign-in', () => {
  for (const { object } of documentedOperations)
    expect(String(object['description']).includes('**In the console:**')).toBe(object['x-fresh'] === true);
});
