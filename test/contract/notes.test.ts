import { randomUUID } from 'node:crypto';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { contractCalls, contractCampaign, receiptBody } from '../support/contract-calls.ts';
import { expectContract, type Received, send } from '../support/contract.ts';
import { createDevTokens } from '../support/dev-tokens.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
/** Sends as somebody with these words in their token. */
let sendAs: (scope: string, method: string, path: string, body?: object) => Promise<Received>;

/** Each response is checked against the contract. */
const { ask, bodyOf, memberNamed, statusOf } = contractCalls(() => tenant);

const person = randomUUID();

beforeAll(async () => {
  tenant = await createTestTenant('Notes');
  const tokens = await createDevTokens(tenant.tenantId, 'test');
  sendAs = (scope, method, path, body) => {
    const token = tokens.sign({ claims: { scope, env: 'test', sub: person } });
    return send(method, `/v1/tenants/${tenant.tenantId}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
  };
  const { id: campaignId } = await bodyOf<{ id: string }>('createCampaign', { body: contractCampaign });
  await ask('activateCampaign', { ids: { campaignId } });
});

type Note = HttpSchemas['MemberNote'];

const enrolled = async (): Promise<string> =>
  (await bodyOf<{ id: string }>('createMember', { body: { externalRef: `shopper-${randomUUID()}` } })).id;

const noted = (memberId: string, text: string): Promise<Note> =>
  bodyOf<Note>('addMemberNote', { ids: { memberId }, body: { text } });

const notesOf = async (memberId: string): Promise<readonly Note[]> =>
  (await bodyOf<HttpSchemas['MemberNoteList']>('listMemberNotes', { ids: { memberId } })).notes;

describe('notes on a member (D370)', () => {
  it('are listed newest first, with who wrote them and when', async () => {
    const memberId = await enrolled();
    const first = await noted(memberId, 'Called about receipt 4711.\nWants a letter.');
    expect(first).toMatchObject({
      memberId,
      text: 'Called about receipt 4711.\nWants a letter.',
      author: { kind: 'KEY' },
    });
    const path = `/members/${memberId}/notes`;
    const sent = await sendAs('support', 'POST', path, { text: 'Has the letter' });
    expectContract('addMemberNote', sent);
    expect(sent.status).toBe(201);
    const second = JSON.parse(sent.text) as Note;
    expect(second.author).toEqual({ kind: 'PERSON', id: person, name: null });
    expect(await notesOf(memberId)).toEqual([second, first]);
  });

  it.each([{}, { text: '' }, { text: ' ' }, { text: 'x'.repeat(2_001) }, { text: 7 }])(
    'have a text of 1 to 2,000 characters: %j is refused',
    async (body) => {
      const memberId = await enrolled();
      expect(await statusOf('addMemberNote', { ids: { memberId }, body })).toBe(400);
      expect(await statusOf('addMemberNote', { ids: { memberId }, body: { text: 'x'.repeat(2_000) } })).toBe(
        201,
      );
    },
  );

  it('are deleted by anybody who may write some, and a second time nothing is', async () => {
    const memberId = await enrolled();
    const { id: noteId } = await noted(memberId, 'Wrong member');
    const path = `/members/${memberId}/notes/${noteId}`;
    expect((await sendAs('members:read members:write', 'DELETE', path)).status).toBe(403);
    expect((await sendAs('support', 'DELETE', path)).status).toBe(204);
    expect(await notesOf(memberId)).toEqual([]);
    for (const gone of [noteId, randomUUID(), 'no-uuid'])
      expect(await statusOf('deleteMemberNote', { ids: { memberId, noteId: gone } })).toBe(204);
    for (const nobody of [randomUUID(), 'no-uuid']) {
      expect(await statusOf('deleteMemberNote', { ids: { memberId: nobody, noteId } })).toBe(404);
      expect(await statusOf('listMemberNotes', { ids: { memberId: nobody } })).toBe(404);
      expect(await statusOf('listMemberTimeline', { ids: { memberId: nobody } })).toBe(404);
      expect(await statusOf('addMemberNote', { ids: { memberId: nobody }, body: { text: 'x' } })).toBe(404);
    }
  });

  it.each(['till', 'server', 'members:read members:write', 'read write'])(
    'are not written by %s',
    async (scope) => {
      const memberId = await enrolled();
      const sent = await sendAs(scope, 'POST', `/members/${memberId}/notes`, { text: 'x' });
      expect([sent.status, JSON.parse(sent.text)]).toMatchObject([
        403,
        { code: 'FORBIDDEN', context: { permission: 'members:note' } },
      ]);
    },
  );

  it('are in the export of their member and in no list of members, and are gone once the member is erased', async () => {
    const memberId = await enrolled();
    const text = `note ${randomUUID()}`;
    await noted(memberId, text);
    const exported = await ask('exportMember', { ids: { memberId } });
    expect(exported.text).toContain(text);
    expect((await ask('getMember', { ids: { memberId } })).text).not.toContain(text);
    await ask('eraseMember', { ids: { memberId } });
    expect(await notesOf(memberId)).toEqual([]);
    const timeline = await ask('listMemberTimeline', { ids: { memberId } });
    expect(timeline.text).not.toContain(text);
    expect(await statusOf('addMemberNote', { ids: { memberId }, body: { text } })).toBe(403);
  });

  it('▲ are in the audit log by the name of their field alone (D209)', async () => {
    const memberId = await enrolled();
    const text = `note ${randomUUID()}`;
    const { id: noteId } = await noted(memberId, text);
    await ask('deleteMemberNote', { ids: { memberId, noteId } });
    const query = `?objectType=member&objectId=${memberId}`;
    const { text: log } = await ask('listAuditEntries', { query });
    expect(log).not.toContain(text);
    const { auditEntries } = JSON.parse(log) as HttpSchemas['AuditEntryList'];
    expect(auditEntries).toMatchObject([
      { action: 'member.note_deleted', changes: [{ pointer: '/text' }] },
      { action: 'member.note_added', changes: [{ pointer: '/text' }] },
    ]);
  });
});

type Timeline = HttpSchemas['MemberTimeline'];
type Item = Timeline['timeline'][number];

const timelineOf = (memberId: string, query = ''): Promise<Timeline> =>
  bodyOf<Timeline>('listMemberTimeline', { ids: { memberId }, query });

/** Reads a timeline page by page, and returns its items. */
const wholeTimeline = async (memberId: string, query: string): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 50; pages += 1) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { timeline, nextCursor }: Timeline = await timelineOf(memberId, `?${query}${from}`);
    items.push(...timeline);
    cursor = nextCursor;
  }
  expect(cursor).toBeNull();
  return items;
};

const isNewestFirst = (items: readonly Item[]): boolean =>
  items.every(({ at }, place) => place === 0 || at <= (items[place - 1]?.at ?? ''));

describe('the timeline of a member (D371)', () => {
  let memberId: string;
  let whole: readonly Item[];
  beforeAll(async () => {
    const ref = `timeline-${randomUUID()}`;
    ({ id: memberId } = await memberNamed(ref));
    const ids = { memberId };
    await ask('submitLifecycleEvent', { ids, body: { type: 'OTHER', payload: { why: 'a test' } } });
    await ask('adjustPoints', { ids, body: { points: 500, reason: 'Apology' } });
    await noted(memberId, 'Called');
    await ask('evaluateTransaction', { body: receiptBody(ref) });
    await ask('suspendMember', { ids, body: { reason: 'Card lost' } });
    await ask('reinstateMember', { ids });
    whole = await wholeTimeline(memberId, 'limit=100');
  });

  it('has what was bought, earned, sent, written and changed in one list, newest first', () => {
    expect(isNewestFirst(whole)).toBe(true);
    const count = (kind: Item['kind']): number => whole.filter((item) => item.kind === kind).length;
    expect(count('TRANSACTION')).toBe(2);
    expect(count('LEDGER')).toBeGreaterThanOrEqual(3);
    expect(count('EVENT')).toBe(1);
    expect(count('NOTE')).toBe(1);
    expect(whole.flatMap(({ change }) => (change === undefined ? [] : [change.action]))).toEqual([
      'member.reinstated',
      'member.suspended',
      'member.note_added',
      'member.points_adjusted',
    ]);
    const ledger = whole.filter(({ kind }) => kind === 'LEDGER');
    expect(ledger.reduce((sum, { ledgerEntry }) => sum + (ledgerEntry?.points ?? 0), 0)).toBe(
      ledger[0]?.ledgerEntry?.balanceAfter,
    );
    expect(whole.find(({ kind }) => kind === 'EVENT')?.event?.payload).toEqual({ why: 'a test' });
  });

  it.each([1, 2, 3, 7])('is the same list in pages of %d', async (limit) => {
    expect(await wholeTimeline(memberId, `limit=${limit.toString()}`)).toEqual(whole);
  });

  it.each(['LEDGER', 'TRANSACTION', 'EVENT', 'REWARD', 'NOTE', 'CHANGE'] as const)(
    'is narrowed to %s',
    async (kind) => {
      const items = await wholeTimeline(memberId, `kind=${kind}&limit=2`);
      expect(items).toEqual(whole.filter((item) => item.kind === kind));
    },
  );

  it('refuses another kind, and a cursor of another kind', async () => {
    const ids = { memberId };
    expect(await statusOf('listMemberTimeline', { ids, query: '?kind=OTHER' })).toBe(400);
    const { nextCursor } = await timelineOf(memberId, '?limit=1');
    const query = `?kind=LEDGER&cursor=${encodeURIComponent(nextCursor ?? '')}`;
    expect(await statusOf('listMemberTimeline', { ids, query })).toBe(400);
  });

  it('leaves out what the credential may not read, says what is in it, and refuses what is named', async () => {
    const path = `/members/${memberId}/timeline`;
    const kindsAs = async (scope: string): Promise<readonly string[]> => {
      const sent = await sendAs(scope, 'GET', path);
      expectContract('listMemberTimeline', sent);
      const { kinds, timeline } = JSON.parse(sent.text) as Timeline;
      expect(timeline.filter(({ kind }) => !kinds.includes(kind))).toEqual([]);
      return kinds.toSorted();
    };
    expect(await kindsAs('members:read')).toEqual(['LEDGER', 'NOTE', 'TRANSACTION']);
    expect(await kindsAs('support')).toEqual(['EVENT', 'LEDGER', 'NOTE', 'REWARD', 'TRANSACTION']);
    for (const [kind, permission] of [
      ['CHANGE', 'audit:read'],
      ['EVENT', 'events:read'],
      ['REWARD', 'rewards:read'],
    ] as const) {
      const sent = await sendAs('members:read', 'GET', `${path}?kind=${kind}`);
      expect([sent.status, JSON.parse(sent.text)]).toMatchObject([403, { context: { permission } }]);
    }
    expect((await sendAs('members:find', 'GET', path)).status).toBe(403);
  });
});
