import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { operations } from './http/operations.ts';
import {
  modesOfClaim,
  permissionNames,
  permissionsOf,
  permissionWords,
  roleEntries,
  wordsOf,
} from './permissions.ts';

/** The scope that each operation asked for before there were permissions: those of 0.3.0, and a few that came after. */
const before: Readonly<Record<string, string>> = {
  read: `
    simulateTransaction explainTransaction listReturns quoteReturn quoteRedemption getBurnRate
    findTransaction listRefusedTransactions getTransaction listCampaigns getCampaign listMembers getMember
    listLedgerEntries listMemberTransactions listExpiringPoints listPendingPoints listStampCards listMemberLimits
    listOpenAuthorizations listMemberReferences listMemberNotes listMemberTimeline listMemberRewards getMemberStatistics listMemberSegments listConsents listRewards
    getReward listTiers getRetiering listSegments previewSegment getSegment listSegmentMembers
    listEventDefinitions getEventDefinition listEvents getActivity listCampaignActivity getLiability
    listPointPeriods listRequestLogs listLiveRequests`,
  write: `
    evaluateTransaction bulkEvaluateTransactions redeemPoints authorizeRedemption captureRedemption
    voidRedemption returnPurchase bulkReturn createCampaign updateCampaign archiveCampaign activateCampaign
    pauseCampaign resumeCampaign createMember updateMember suspendMember reinstateMember recordConsent
    redeemReward expireReward retryReward createTier updateTier deleteTier createSegment refreshSegments
    updateSegment deleteSegment refreshSegment addSegmentMembers removeSegmentMember createEventDefinition
    updateEventDefinitionByKey updateEventDefinition submitEvent submitLifecycleEvent`,
  'points:adjust': `
    adjustPoints`,
  admin: `
    eraseMember listWebhooks createWebhook getWebhook updateWebhook deleteWebhook testWebhook listDeliveries
    getDelivery replayDelivery listReplays replayEvents`,
};

const wordsIn = (text: string): readonly string[] => text.trim().split(/\s+/);

const scopeBefore = new Map(
  Object.entries(before).flatMap(([scope, ids]) => wordsIn(ids).map((id): [string, string] => [id, scope])),
);

const served = operations.filter(({ isPublic }) => !isPublic);

const allows = (words: readonly string[], permission: string): boolean =>
  permission === 'any' || (permissionsOf(words) as ReadonlySet<string>).has(permission);

/** Every set of scopes that a token could have. */
const texts = Array.from({ length: 16 }, (_, bits) =>
  Object.keys(before).filter((_scope, at) => (bits >> at) % 2 === 1),
);

test('▲ scopes from before allow on each operation what they did, and on new ones nothing but admin does (D211)', () => {
  const wrong = served.flatMap(({ operationId, permission }) =>
    texts
      .filter((scopes) => {
        const asked = scopeBefore.get(operationId);
        const could = scopes.includes('admin') || (asked !== undefined && scopes.includes(asked));
        return allows(scopes, permission) !== (could || permission === 'any');
      })
      .map((scopes) => `${operationId} ${scopes.join(' ')}`),
  );
  expect(wrong).toEqual([]);
  expect(served.length * texts.length).toBeGreaterThan(1_400);
  const known = new Set<string>(served.map(({ operationId }) => operationId));
  expect([...scopeBefore.keys()].filter((id) => !known.has(id))).toEqual([]);
});

const reads = `transactions:quote transactions:read campaigns:read members:find members:read rewards:find rewards:read tiers:read
  segments:read event-definitions:read events:read request-logs:read`;

const till = `transactions:evaluate transactions:redeem transactions:return transactions:void transactions:quote transactions:read
  members:find rewards:find rewards:redeem`;

/** The roles of the decision. */
const roles: Readonly<Record<string, string>> = {
  till,
  server: `${till} events:submit members:read members:write`,
  support: `${reads} members:suspend members:link members:merge members:note members:export points:adjust rewards:write`,
  marketer: `campaigns:read campaigns:write campaigns:run segments:read segments:write tiers:read tiers:write
    event-definitions:read event-definitions:write`,
  analyst: `${reads} exports:read`,
  integrator: `webhooks:read webhooks:write code-pools:read code-pools:write request-logs:read event-definitions:read
    event-definitions:write`,
  admin: permissionNames.join(' '),
};

test.each(Object.entries(roles))(
  'the role %s allows its permissions on each operation, and no other (D211)',
  (role, text) => {
    const expected = new Set(wordsIn(text));
    expect(permissionsOf([role])).toEqual(expected);
    for (const { operationId, permission } of served)
      expect([operationId, allows([role], permission)]).toEqual([
        operationId,
        permission === 'any' || expected.has(permission),
      ]);
  },
);

test('there is no other role, and each is a word beside permissions and scopes from before', () => {
  expect(roleEntries.map(({ name }) => name)).toEqual(Object.keys(roles));
  expect(permissionWords).toEqual([...permissionNames, ...Object.keys(roles), 'read', 'write']);
});

test('words add up; one that is unknown allows nothing, whatever an object has by that name', () => {
  expect(permissionsOf(wordsOf(' campaigns:run  tiers:read '))).toEqual(
    new Set(['campaigns:run', 'tiers:read']),
  );
  for (const word of [
    '',
    'Admin',
    'ADMIN',
    'admin:',
    '*',
    'campaigns',
    'campaigns:*',
    'toString',
    '__proto__',
  ])
    expect(permissionsOf([word])).toEqual(new Set());
});

test('what mints points, erases, or manages credentials, settings and the programme is in no role but admin', () => {
  const others: ReadonlySet<string> = permissionsOf(
    roleEntries.map(({ name }) => name).filter((name) => name !== 'admin'),
  );
  expect(permissionNames.filter((name) => !others.has(name))).toEqual([
    'members:erase',
    'keys:read',
    'keys:write',
    'settings:read',
    'settings:write',
    'audit:read',
    'imports:write',
    'programme:read',
    'programme:write',
  ]);
});

test('each operation names its permission, and those of any credential ask for a credential', () => {
  const ofAny = operations.filter(({ permission }) => permission === 'any');
  expect(ofAny.map(({ operationId, isPublic }) => [operationId, isPublic])).toEqual([
    ['listPermissions', false],
    ['getCredential', false],
  ]);
  const page = readFileSync(resolve(__dirname, '../../../docs/reference/permissions.md'), 'utf8');
  for (const { operationId } of served) expect(page).toContain(`\`${operationId}\``);
});

test.each([
  ['live', ['live']],
  ['test', ['test']],
  [
    ['test', 'live', 'test'],
    ['live', 'test'],
  ],
  ...[
    undefined,
    null,
    '',
    'Test',
    'test ',
    'live,test',
    0,
    true,
    {},
    [],
    [['test']],
    ['live', 'staging'],
  ].map((env): [unknown, null] => [env, null]),
])('the claim env %j opens %j (D305)', (env, modes) => {
  expect(modesOfClaim(env)).toEqual(modes);
});
