import type { Schemas } from '@loyalty/client';
import { actorNameOf } from '../../../model/actor-name.ts';
import { centsText, pointsText } from '../../../model/numbers/figures.ts';
import { rewardNameOf } from '../../../model/reward-name.ts';
import { namedText } from '../../../model/shown-text.ts';
import { auditWords } from '../../../words/audit.ts';
import { wordOf, words } from '../../../words/index.ts';
import { isConsoleRef } from '../console-ref.ts';
import { writtenBy } from '../notes/written-by.ts';
import { actTexts, operationText, refOf } from '../tabs/transaction.ts';
import { memberWords } from '../words.ts';
import { timelineWords } from './words.ts';

export type TimelineItem = Schemas['TimelineItem'];

/** What the line of an item shows. */
export interface TimelineLine {
  readonly title: string;
  /** Its reference or key, in the letters of the caller. */
  readonly ref: string | null;
  /** Texts below the title. */
  readonly details: readonly string[];
  /** A note's own text, with its lines. */
  readonly note: string | null;
  readonly amount: number | null;
  readonly points: number | null;
}

const line = (title: string, more: Partial<Omit<TimelineLine, 'title'>> = {}): TimelineLine => {
  const { ref = null, details = [], note = null, amount = null, points = null } = more;
  return { title, ref, details, note, amount, points };
};

/** Returns what the line of an item shows; null for an item that this console does not know, or that says nothing new. */
export const lineOf = (item: TimelineItem): TimelineLine | null => {
  const { ledgerEntry, transaction, event, reward, note, change } = item;
  if (ledgerEntry !== undefined) return entryLine(ledgerEntry);
  if (transaction !== undefined) return transactionLine(transaction);
  if (event !== undefined) return line(timelineWords.event, { ref: event.eventKey });
  if (reward !== undefined) return rewardLine(reward);
  if (note !== undefined)
    return line(timelineWords.note, { note: note.text, details: [writtenBy(note.author)] });
  // The note itself is in the list.
  return change === undefined || change.action === 'member.note_added' ? null : changeLine(change);
};

const entryLine = ({ type, description, points, balanceAfter }: Schemas['LedgerEntry']): TimelineLine => {
  const balance = timelineWords.balance(pointsText(balanceAfter));
  return line(wordOf(words.member.kinds, type), { details: [namedText(description), balance], points });
};

const transactionLine = (transaction: Schemas['MemberTransaction']): TimelineLine => {
  const { operation, amount = null, amountReturned, discountAmount } = transaction;
  const ref = refOf(transaction);
  const { receipts } = memberWords;
  return line(operationText(operation), {
    ref: isConsoleRef(ref) ? null : ref,
    amount,
    details: [
      ...(typeof amountReturned === 'number' ? [receipts.returned(centsText(amountReturned))] : []),
      ...(discountAmount === undefined ? [] : [receipts.discount(centsText(discountAmount))]),
      ...actTexts(transaction),
    ],
  });
};

const rewardLine = (reward: Schemas['Reward']): TimelineLine => {
  const texts = {
    typeOf: (type: string): string => wordOf(words.member.rewardTypes, type),
    off: words.member.off,
  };
  const state = wordOf(words.member.rewardStates, reward.state);
  return line(timelineWords.reward, { details: [namedText(rewardNameOf(reward, texts)), state] });
};

const changeLine = ({ action, actor }: Schemas['AuditEntry']): TimelineLine =>
  line(wordOf(auditWords.actions, action), {
    details: [memberWords.receipts.by(namedText(actorNameOf(actor)))],
  });
