import { operations } from '@loyalty/contracts/http';
import type { Credential } from '@loyalty/http/api';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import { createCountReads } from './people-reads.ts';

const credentialOf = (kind: Credential['kind']): Credential => ({
  kind,
  id: '7:thandi',
  tenantId: '0198c0de-0000-7000-8000-000000000001' as TenantId,
  environmentId: 7 as EnvironmentId,
  mode: 'live',
  permissions: new Set(),
  rateLimitPerMinute: 600,
  subject: 'thandi',
});

/** What is counted of one response to each operation that needs a credential. */
const countedOf = (kind: Credential['kind'], status: number): string[] => {
  const counted: string[] = [];
  const count = createCountReads({
    count: (environmentId, person, operation) => {
      expect([environmentId, person]).toEqual([7, 'thandi']);
      counted.push(operation);
    },
  });
  for (const { operationId } of operations) count(credentialOf(kind), operationId, status);
  return counted;
};

test('of a person each GET of the document is counted that was served; all others have a record of their own (D316)', () => {
  const counted = countedOf('token', 200);
  const gets = operations.filter(
    ({ method, isPublic, auditAction }) => method === 'GET' && !isPublic && auditAction === null,
  );
  expect(counted).toEqual(gets.map(({ operationId }) => operationId));
  expect(counted).toEqual(
    expect.arrayContaining(['getMember', 'listLedgerEntries', 'listMembers', 'listRewards', 'listReads']),
  );
});

test('what an API key reads is not counted, nor what was refused or failed', () => {
  expect(countedOf('key', 200)).toEqual([]);
  for (const status of [403, 404, 429, 500, 503]) expect(countedOf('token', status)).toEqual([]);
});
