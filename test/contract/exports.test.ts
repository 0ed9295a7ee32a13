import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { isOfExports } from '../support/contract.ts';
import { contractCalls, receiptBody } from '../support/contract-calls.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Contract of exports');
  other = await createTestTenant('Contract of exports, the next programme');
  const body = { name: 'Exports', earningRule: { type: 'FIXED_POINTS', points: 50 } };
  const { id } = await calls.bodyOf<{ id: string }>('createCampaign', { body });
  await calls.ask('activateCampaign', { ids: { campaignId: id } });
});

const calls = contractCalls(() => tenant);
const othersCalls = contractCalls(() => other);

type Row = Readonly<Record<string, unknown>>;
type Export = 'exportMembers' | 'exportLedger' | 'exportTransactions' | 'exportRewards';

interface Page {
  readonly nextCursor: string | null;
  readonly [list: string]: unknown;
}

const listOf: Readonly<Record<Export, string>> = {
  exportMembers: 'members',
  exportLedger: 'ledgerEntries',
  exportTransactions: 'transactions',
  exportRewards: 'rewards',
};

/** All rows of an export in pages of so many. */
const exported = async (operation: Export, limit: number, of = calls): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let cursor = ''; ;) {
    const page = await of.bodyOf<Page>(operation, { query: `?limit=${limit.toString()}${cursor}` });
    rows.push(...(page[listOf[operation]] as Row[]));
    if (page.nextCursor === null) return rows;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
};

const refOf = () => `customer-${randomUUID()}`;

const line = {
  name: 'Thandi Nkosi',
  email: 'thandi@example.com',
  phone: '+27825550142',
  enrolledAt: '2024-02-03T09:12:00.000Z',
  lastActivityAt: '2026-11-02T16:40:11.000Z',
  isSuspended: true,
  balance: 1_200,
  lots: [
    { points: 500, expiresAt: '2099-12-31T23:59:59.999Z' },
    { points: 200, slidingDays: 36_000 },
  ],
  lifetimePoints: 8_600,
  purchases: { spendCents: 4_310_050, count: 37, lastOn: '2026-11-02' },
  consents: [
    {
      purpose: 'MARKETING',
      channels: ['EMAIL', 'SMS'],
      granted: true,
      source: 'till',
      grantedAt: '2024-02-03T09:12:00.000Z',
    },
  ],
};

const imported = async (lines: readonly object[], of = calls) => {
  const source = `source-${randomUUID().slice(0, 8)}`;
  await of.ask('putImport', { ids: { source }, body: { signedUp: true } });
  return of.bodyOf<{ results: Row[]; warnings?: unknown }>('importMembers', {
    ids: { source },
    body: { lines },
  });
};

/** What an import takes over: all but ids, times of ours and what refers to them. */
const carriedOver = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => !['id', 'createdAt', 'updatedAt'].includes(name)),
  );

test('an export is a file that another environment imports, and exports again as the same (D342)', async () => {
  const refs = [refOf(), refOf(), refOf()];
  await imported(
    refs.map((externalRef, at) => (at === 0 ? { ...line, externalRef } : { externalRef, balance: at })),
  );
  const whole = await exported('exportMembers', 1_000);
  const ours = whole.filter(({ externalRef }) => refs.includes(String(externalRef)));
  expect(carriedOver(ours.find(({ externalRef }) => externalRef === refs[0]) ?? {})).toMatchObject(line);
  const { results, warnings } = await imported(ours, othersCalls);
  expect(results.map(({ outcome }) => outcome)).toEqual(['CREATED', 'CREATED', 'CREATED']);
  expect(warnings).toBeUndefined();
  const there = await exported('exportMembers', 2, othersCalls);
  const inOrder = (rows: readonly Row[]) =>
    rows
      .map(carriedOver)
      .toSorted((a, b) => String(a['externalRef']).localeCompare(String(b['externalRef'])));
  expect(inOrder(there)).toEqual(inOrder(ours));
  const again = await imported(ours);
  expect(again.results.map(({ code }) => code)).toEqual(ours.map(() => 'SAME_ENVIRONMENT'));
});

test('pages of any size have the same rows, each once, and follow their members (D342)', async () => {
  for (let at = 0; at < 3; at += 1) {
    const memberRef = refOf();
    await calls.memberNamed(memberRef);
    for (let receipt = 0; receipt < 2; receipt += 1)
      expect(await calls.statusOf('evaluateTransaction', { body: receiptBody(memberRef) })).toBe(200);
  }
  for (const operation of Object.keys(listOf) as Export[]) {
    const whole = await exported(operation, 1_000);
    expect([operation, await exported(operation, 1)]).toEqual([operation, whole]);
    expect([operation, await exported(operation, 4)]).toEqual([operation, whole]);
  }
  const entries = await exported('exportLedger', 1_000);
  const places = entries.map(({ memberId, seq }) => `${String(memberId)} ${String(seq).padStart(9, '0')}`);
  expect(places).toEqual(places.toSorted());
  const receipts = await exported('exportTransactions', 1_000);
  expect(receipts.length).toBeGreaterThanOrEqual(9);
  expect(receipts[0]).toMatchObject({ operation: 'evaluate', pointsAwarded: 50, amount: 15_000 });
});

test('▲ the first page of an export leaves an entry in the audit log, and no other page does (D342)', async () => {
  const before = new Date().toISOString();
  await exported('exportLedger', 1);
  const { auditEntries } = await calls.bodyOf<{ auditEntries: Row[] }>('listAuditEntries', {
    query: `?action=export.begun&since=${before}`,
  });
  expect(auditEntries).toMatchObject([{ action: 'export.begun', object: { type: 'export', id: 'ledger' } }]);
});

test('▲ bounds of a page, a cursor of another export, and erased members (D342)', async () => {
  for (const limit of ['0', '1001', 'many'])
    expect(await calls.statusOf('exportMembers', { query: `?limit=${limit}` })).toBe(400);
  const { nextCursor } = await calls.bodyOf<Page>('exportLedger', { query: '?limit=1' });
  expect(nextCursor).not.toBeNull();
  const query = `?cursor=${encodeURIComponent(String(nextCursor))}`;
  expect(await calls.statusOf('exportTransactions', { query })).toBe(400);
  const member = await calls.memberNamed(refOf());
  expect(await calls.statusOf('eraseMember', { ids: { memberId: member.id } })).toBe(200);
  const ids = (rows: readonly Row[], name: string) => new Set(rows.map((row) => row[name]));
  expect(ids(await exported('exportMembers', 1_000), 'id')).not.toContain(member.id);
  expect(ids(await exported('exportTransactions', 1_000), 'memberId')).not.toContain(member.id);
  expect(ids(await exported('exportLedger', 1_000), 'memberId')).toContain(member.id);
  const refused = await calls.ask('exportMember', { ids: { memberId: member.id } });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([403, { code: 'MEMBER_ERASED' }]);
});

const subjectOf = async (memberId: string, limit: number): Promise<Row[]> => {
  const records: Row[] = [];
  for (let cursor = ''; ;) {
    const query = `?limit=${limit.toString()}${cursor}`;
    const { status, text } = await calls.ask('exportMember', { ids: { memberId }, query });
    expect([status, text]).toEqual([200, expect.anything()]);
    const page = JSON.parse(text) as Page;
    records.push(...(page['records'] as Row[]));
    if (page.nextCursor === null) return records;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
};

test('▲ a member gets all that is kept of them, and nothing of anybody else (D342)', async () => {
  const [memberRef, neighbour] = [refOf(), refOf()];
  await calls.memberNamed(neighbour);
  const { id: memberId } = await calls.memberNamed(memberRef);
  await calls.ask('updateMember', {
    ids: { memberId },
    body: { name: 'Sipho Dube', email: 'sipho@example.com' },
  });
  const consent = {
    purpose: 'MARKETING',
    channels: ['EMAIL'],
    granted: true,
    source: 'a form',
    evidence: 'page 3',
  };
  await calls.ask('recordConsent', { body: { memberId, ...consent, grantedAt: '2026-01-01' } });
  await calls.ask('adjustPoints', { ids: { memberId }, body: { points: 20, reason: 'A complaint' } });
  let records: Row[] = [];
  await eventually('the requests are logged', async () => {
    records = await subjectOf(memberId, 1_000);
    return records.some(({ section }) => section === 'requestLog');
  });
  const bySection = (name: string) =>
    records.filter(({ section }) => section === name).map(({ record }) => record);
  expect(bySection('member')).toMatchObject([
    { externalRef: memberRef, name: 'Sipho Dube', pointsBalance: 70 },
  ]);
  expect(bySection('consent')).toMatchObject([{ source: 'a form', evidence: 'page 3' }]);
  expect(bySection('ledger')).toMatchObject([
    { type: 'EARN' },
    { type: 'ADJUST', description: 'A complaint' },
  ]);
  expect(bySection('transaction')).toMatchObject([
    { operation: 'evaluate', response: { pointsAwarded: 50, campaigns: [{ campaignName: 'Exports' }] } },
  ]);
  expect(bySection('change')).toEqual(
    expect.arrayContaining([expect.objectContaining({ action: 'member.changed' })]),
  );
  expect(JSON.stringify(records)).not.toContain(neighbour);
  const sections = (rows: readonly Row[]) =>
    rows.filter(({ section }) => section !== 'requestLog' && section !== 'change');
  expect(sections(await subjectOf(memberId, 1))).toEqual(sections(records));
});

test('every export was done, by the client if it has it', () => {
  expect(calls.unserved(isOfExports)).toEqual([]);
});
