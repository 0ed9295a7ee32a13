import type { EnvironmentId } from '@loyalty/kernel';
import { MessageFailure } from '@loyalty/messaging';
import { applyEvaluate, decideEvaluate, toEvaluateAnswer, type Snapshot } from '@loyalty/rules';
import type { AccountBook } from './account-book.ts';
import type { KnownAnswer, Receipt, ReceiptOutcome } from './evaluate-plan.ts';

/** What the deciding of a batch stands on. */
export interface Ground {
  readonly book: AccountBook;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  /** Answers by their key; grows with every receipt decided. */
  readonly answers: Map<string, KnownAnswer>;
}

/** Decides receipts in order, each on the accounts as the ones before it left them. */
export const decideReceipts = (receipts: readonly Receipt[], ground: Ground): ReceiptOutcome[] =>
  receipts.map((receipt) => replayOf(receipt, ground) ?? decideReceipt(receipt, ground));

/** A stored result wins over everything, the member's present state included (D15). */
const replayOf = (receipt: Receipt, { answers }: Ground): ReceiptOutcome | null => {
  const known = answers.get(receipt.answerKey);
  if (known === undefined) return null;
  const mismatch = !known.fingerprint.equals(receipt.fingerprint);
  return { outcome: 'replayed', receipt, answer: known.answer, mismatch };
};

const decideReceipt = (receipt: Receipt, { book, snapshots, answers }: Ground): ReceiptOutcome => {
  const snapshot = snapshots.get(receipt.environmentId);
  if (snapshot === undefined)
    throw new MessageFailure(`environment ${receipt.environmentId.toString()} has vanished`);
  try {
    const account = book.accountOf(receipt);
    const { request, newId, message } = receipt;
    const decision = decideEvaluate({ snapshot, account, nowMs: message.record.timestamp, newId }, request);
    if (decision.outcome === 'refused') return { outcome: 'refused', receipt, code: decision.code };
    const after = applyEvaluate(account, decision);
    book.write(receipt, after);
    const answer = Buffer.from(JSON.stringify(toEvaluateAnswer(decision)));
    answers.set(receipt.answerKey, { fingerprint: receipt.fingerprint, answer });
    return { outcome: 'processed', receipt, decision, snapshot, ledgerSeq: after.ledgerSeq, answer };
  } catch (failure) {
    // Whatever the pure rules throw on is the message's (or their own) fault: it is isolated, the others go on.
    throw new MessageFailure('a receipt cannot be decided', { cause: failure });
  }
};
