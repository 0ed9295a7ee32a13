import type { Schemas } from '@loyalty/client';
import { auditWords } from '../../../words/audit.ts';
import { words } from '../../../words/index.ts';
import { memberWords } from '../words.ts';
import { lineOf, type TimelineItem } from './line-of.ts';
import { timelineWords } from './words.ts';

const at = '2026-03-01T08:00:00.000Z';
const id = '0198c0de-7a11-7b2c-8a17-93d1e6f0a10a';

const change = (action: string): Schemas['AuditEntry'] => ({
  id,
  at,
  actor: { kind: 'KEY', id, name: 'back office' },
  action,
  object: { type: 'member', id, name: null },
  changes: [],
  isTruncated: false,
  requestId: null,
  serverRequestId: null,
  address: null,
});

describe('the line of an item of a timeline', () => {
  it('of points has what moved them and the balance, and its points', () => {
    const ledgerEntry: Schemas['LedgerEntry'] = {
      id,
      tenantId: id,
      memberId: id,
      transactionId: null,
      transactionRef: null,
      type: 'ADJUST',
      points: -20,
      balanceAfter: 1_234,
      description: 'Wrong card',
      expiresAt: null,
      createdAt: at,
    };
    const line = lineOf({ kind: 'LEDGER', at, ledgerEntry });
    expect(line).toMatchObject({ title: words.member.kinds.ADJUST, points: -20, amount: null, note: null });
    expect(line?.details).toEqual(['Wrong card', timelineWords.balance('1,234')]);
  });

  it('of a receipt has its reference and its amount, and no points, which have a line of their own', () => {
    const transaction: Schemas['MemberTransaction'] = {
      operation: 'evaluate',
      createdAt: at,
      state: 'PROCESSED',
      memberId: id,
      transactionRef: 'slip-1',
      amount: 15_000,
      pointsAwarded: 150,
      storeRef: 'sea-point',
    };
    expect(lineOf({ kind: 'TRANSACTION', at, transaction })).toEqual({
      title: memberWords.receipts.operations.evaluate,
      ref: 'slip-1',
      details: [memberWords.receipts.at('sea-point')],
      note: null,
      amount: 15_000,
      points: null,
    });
  });

  it('of a note has its text and its author', () => {
    const author = { kind: 'PERSON', id: 'thandi', name: null } as const;
    const note = { id, memberId: id, text: 'Called.\nWants a letter.', author, createdAt: at };
    expect(lineOf({ kind: 'NOTE', at, note })).toMatchObject({
      title: timelineWords.note,
      note: 'Called.\nWants a letter.',
      details: ['by thandi'],
    });
  });

  it('of a change says what was done and who did it; the addition of a note has none beside the note', () => {
    expect(lineOf({ kind: 'CHANGE', at, change: change('member.suspended') })).toMatchObject({
      title: auditWords.actions['member.suspended'],
      details: ['by back office'],
    });
    expect(lineOf({ kind: 'CHANGE', at, change: change('member.note_added') })).toBeNull();
    expect(lineOf({ kind: 'CHANGE', at, change: change('member.note_deleted') })?.title).toBe(
      auditWords.actions['member.note_deleted'],
    );
  });

  it('of a kind that this console does not know is left out', () => {
    expect(lineOf({ kind: 'PARTY' as TimelineItem['kind'], at })).toBeNull();
  });
});
