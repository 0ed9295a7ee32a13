import {
  createKeyOnStack,
  createTenantOnStack,
  documentOf,
  loyaltyctl,
} from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';
import type { MemberReport } from './member-report.ts';
import type { RedemptionsPage } from './redemptions.ts';

let tenantId: string;
let key: string;
let place: string[];
beforeAll(async () => {
  tenantId = await createTenantOnStack();
  key = await createKeyOnStack(tenantId, 'live');
  place = ['--tenant', tenantId, '--mode', 'live'];
  const { id } = await post<{ id: string }>('/campaigns', {
    name: 'One percent',
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    redemptionRule: { pointsPerRand: 10 },
  });
  await post(`/campaigns/${id}/activate`);
  for (const memberRef of ['anna', 'ben']) {
    await post('/transactions/evaluate', { transactionRef: `sale-${memberRef}`, memberRef, amount: 100_000 });
    for (const n of [1, 2])
      await post('/transactions/redeem/authorize', {
        transactionRef: `${memberRef}-${n.toString()}`,
        memberRef,
        amount: 50_000,
        pointsRequested: 100,
        ttlSeconds: 600 + n,
      });
  }
});

const post = async <T>(path: string, body: object = {}): Promise<T> => {
  const response = await fetch(`${stackVariables()['BASE_URL'] ?? ''}/tenants/${tenantId}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status.toString()} ${text}`);
  return JSON.parse(text) as T;
};

const listed = (...flags: readonly string[]): Promise<RedemptionsPage> =>
  documentOf<RedemptionsPage>('redemptions', 'list', ...place, ...flags);

const refsOf = ({ redemptions }: RedemptionsPage): readonly string[] =>
  redemptions.map(({ transactionRef }) => transactionRef);

test('open authorizations are listed page by page, and those of a member on one screen (D187)', async () => {
  const first = await listed('--limit', '3');
  const second = await listed('--limit', '3', '--after', first.next ?? '');
  expect([first.redemptions.length, second.redemptions.length, second.next]).toEqual([3, 1, null]);
  expect([...refsOf(first), ...refsOf(second)].toSorted()).toEqual(['anna-1', 'anna-2', 'ben-1', 'ben-2']);
  expect(refsOf(await listed('--member', 'anna'))).toEqual(['anna-1', 'anna-2']);
  expect(refsOf(await listed('--overdue'))).toEqual([]);
  const { authorizations } = await documentOf<MemberReport>('members', 'show', 'anna', ...place);
  expect(authorizations).toMatchObject([
    { ref: 'anna-1', points: 100 },
    { ref: 'anna-2', points: 100 },
  ]);
  const shown = await loyaltyctl(['members', 'show', 'anna', ...place]);
  expect(shown.out).toMatch(/Open authorizations:\nuntil +points +reference\n\S+ +100 +anna-1\n/);
});

test('one is voided once, after a question (D190)', async () => {
  const line = ['redemptions', 'void', 'ben-1', ...place, '--key', key];
  const unconfirmed = await loyaltyctl(line);
  expect(unconfirmed.exitCode).toBe(1);
  expect(unconfirmed.err).toMatch(
    /^Void «ben-1» of member \S+, open until \S+, by key [^:]+: 100 points and 1000 cents\?/,
  );
  const voided = await documentOf('redemptions', 'void', 'ben-1', ...place, '--key', key, '--yes');
  expect(voided).toMatchObject({ transactionRef: 'ben-1', pointsRefunded: 100, state: 'VOIDED' });
  expect(await documentOf('redemptions', 'void', 'ben-1', ...place, '--key', key, '--yes')).toEqual(voided);
  expect(refsOf(await listed('--member', 'ben'))).toEqual(['ben-2']);
});

test('what cannot be done is said in a sentence', async () => {
  const unknown = await loyaltyctl(['redemptions', 'void', 'nothing', ...place, '--key', key, '--yes']);
  expect([unknown.exitCode, unknown.err]).toEqual([
    1,
    expect.stringContaining('There is no redemption with this reference'),
  ]);
  const baseUrl = stackVariables()['BASE_URL'] ?? '';
  const at = ['--base-url', baseUrl, '--key', 'sk_live_wrong'];
  const wrong = ['redemptions', 'void', 'anna-1', ...place, ...at, '--yes'];
  expect(await loyaltyctl(wrong)).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('401') as string,
  });
  const both = await loyaltyctl(['redemptions', 'list', ...place, '--member', 'anna', '--overdue']);
  expect(both.exitCode).toBe(2);
  const misplaced = await loyaltyctl(['redemptions', 'list', ...place, '--after', 'x']);
  expect(misplaced.exitCode).toBe(2);
});
