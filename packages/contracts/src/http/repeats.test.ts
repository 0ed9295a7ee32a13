import { type JsonSchema, openapiDocument, type OperationObject } from './openapi-document.ts';
import { documentedOperations } from './operations.ts';
import { membersOf, targetOf } from './testing/schema-places.ts';

/** Every POST that may be sent again as it is, with the reason. A GET, PUT, PATCH or DELETE needs none. */
const safePosts: Readonly<Record<string, string>> = {
  simulateTransaction: 'writes nothing',
  explainTransaction: 'writes nothing',
  quoteReturn: 'writes nothing',
  quoteRedemption: 'writes nothing',
  previewSegment: 'writes nothing',
  activateCampaign: '200 where it is ACTIVE already',
  pauseCampaign: '200 where it is PAUSED already',
  resumeCampaign: '200 where it is ACTIVE already',
  createMember: '200 with the member who exists: `externalRef` names one',
  suspendMember: '200 where the member is suspended already',
  reinstateMember: '200 where the member is active already',
  releaseMemberReference: '200 where the reference is not the member’s any more',
  mergeMembers: '200 where both are one member already',
  expireReward: '200 where it is EXPIRED already',
  revokeApiKey: '200 where it is REVOKED already',
  refreshSegments: 'a second refresh computes the same',
  refreshSegment: 'a second refresh computes the same',
  addPoolCodes: 'codes that are in the pool are passed over',
  importMembers: 'a member gets one opening of each source',
  closeImport: 'a closed import stays closed',
  addSegmentMembers: 'members who are in the segment stay in it',
};

const bodyOf = ({ requestBody }: OperationObject): JsonSchema =>
  targetOf(requestBody?.content['application/json']?.schema ?? {});

/** The members of a body, or of each of its items. */
const membersWithReferences = (object: OperationObject): readonly string[] => {
  const members = membersOf(bodyOf(object), 'properties');
  const [, items] = members.find(([name]) => name === 'items') ?? [];
  const holder = items === undefined ? bodyOf(object) : targetOf((items['items'] ?? {}) as JsonSchema);
  return membersOf(holder, 'properties').map(([name]) => name);
};

const isKnown = (retry: unknown): boolean => ['safe', 'reference', 'key'].includes(String(retry));

/** The mistakes in the marks of one operation, as sentences. */
const faultsOf = (method: string, object: OperationObject): readonly string[] => {
  const { operationId: id, 'x-retry': retry, 'x-reference': reference } = object;
  const fields = membersWithReferences(object);
  const faults: readonly (readonly [fault: string, isThere: boolean])[] = [
    ['needs x-retry: safe, reference or key', !isKnown(retry)],
    [
      `has no field ${reference ?? 'in x-reference'}`,
      retry === 'reference' && !fields.includes(reference ?? ''),
    ],
    ['has a reference without need', retry !== 'reference' && reference !== undefined],
    ['reads: it is safe', method === 'GET' && retry !== 'safe'],
    ['needs its reason here', method === 'POST' && retry === 'safe' && !(id in safePosts)],
  ];
  return faults.filter(([, isThere]) => isThere).map(([fault]) => `${id} ${fault}`);
};

const ofTenants = documentedOperations.filter(({ operation }) => !operation.isPublic);

describe('what may be sent again (D195)', () => {
  it('is marked on every operation of a tenant', () => {
    expect(ofTenants.length).toBeGreaterThan(80);
    expect(ofTenants.flatMap(({ operation, object }) => faultsOf(operation.method, object))).toEqual([]);
  });

  it('is marked on no other operation', () => {
    const others = documentedOperations.filter(({ operation }) => operation.isPublic);
    expect(others.filter(({ object }) => 'x-retry' in object || 'x-reference' in object)).toEqual([]);
  });

  it('names no POST as safe that is not', () => {
    const safe = ofTenants.filter(
      ({ operation, object }) => operation.method === 'POST' && object['x-retry'] === 'safe',
    );
    expect(safe.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      Object.keys(safePosts).toSorted(),
    );
  });

  const objectOf = (operationId: string): OperationObject => {
    const found = ofTenants.find(({ operation }) => operation.operationId === operationId);
    if (found === undefined) throw new Error(`no operation ${operationId}`);
    return found.object;
  };
  const changed = (operationId: string, change: object): OperationObject => ({
    ...objectOf(operationId),
    ...change,
  });

  it.each<[what: string, method: string, object: OperationObject, fault: string]>([
    [
      'no mark',
      'GET',
      changed('getMember', { 'x-retry': undefined }),
      'getMember needs x-retry: safe, reference or key',
    ],
    [
      'another word',
      'GET',
      changed('getMember', { 'x-retry': 'always' }),
      'getMember needs x-retry: safe, reference or key',
    ],
    [
      'a field that the body lacks',
      'POST',
      changed('redeemPoints', { 'x-reference': 'returnRef' }),
      'redeemPoints has no field returnRef',
    ],
    [
      'a field that the items lack',
      'POST',
      changed('bulkReturn', { 'x-reference': 'ref' }),
      'bulkReturn has no field ref',
    ],
    [
      'no field',
      'POST',
      changed('submitEvent', { 'x-reference': undefined }),
      'submitEvent has no field in x-reference',
    ],
    [
      'a field that is not asked for',
      'POST',
      changed('createTier', { 'x-reference': 'name' }),
      'createTier has a reference without need',
    ],
    [
      'a create that is called safe',
      'POST',
      changed('createTier', { 'x-retry': 'safe' }),
      'createTier needs its reason here',
    ],
  ])('%s is refused', (_what, method, object, fault) => {
    expect(faultsOf(method, object)).toContain(fault);
  });
});

it('an operation that takes longer than a till waits says so in words, too', () => {
  const slow = ofTenants.filter(({ object }) => object['x-takes-seconds'] !== undefined);
  expect(slow.map(({ operation }) => operation.operationId)).toEqual([
    'bulkEvaluateTransactions',
    'bulkReturn',
    'refreshSegment',
    'pollWebhook',
  ]);
  for (const { object } of slow)
    expect(object['description']).toContain(`up to ${String(object['x-takes-seconds'])} seconds`);
});

it('the name of a field is that of the reference in the text of the document', () => {
  const references = new Set(ofTenants.map(({ object }) => object['x-reference']));
  expect([...references].filter((name) => name !== undefined).toSorted()).toEqual([
    'ref',
    'returnRef',
    'transactionRef',
  ]);
  for (const name of ['ref', 'returnRef', 'transactionRef'])
    expect(JSON.stringify(openapiDocument['info'])).toContain(`\`${name}\``);
});
