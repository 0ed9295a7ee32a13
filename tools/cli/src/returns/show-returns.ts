import { Fault } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { type Act, readTransactionActs } from '@loyalty/tables/authors';
import { findReturns, type ReadReceipt, readReceipts, type ReturnsOfReceipt } from '@loyalty/tables/returns';
import type { EnvironmentName } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { requireEnvironment } from '../environments.ts';
import type { CommandContext, CommandOutcome } from '../session.ts';
import { actText, tableLines } from '../terminal.ts';

/** Shows a receipt with its returns. Throws a Fault if there is none. */
export const showReturns = (
  task: CommandContext,
  ref: string,
  environment: EnvironmentName,
): Promise<CommandOutcome> =>
  withDatabase(task, async (db) => {
    const report = await readReport(db, environment, ref);
    for (const line of reportLines(report)) task.say(line);
    return { document: { ...report } };
  });

interface ShownAward {
  readonly campaignId: string;
  readonly campaignName: string;
  readonly pointsEarned: number;
  readonly pointsKept: number;
  readonly rewardIds: readonly string[];
}

export interface ReceiptReport extends Omit<ReturnsOfReceipt, 'returns'> {
  /** The returns, each with its author and the store that they named. */
  readonly returns: readonly (ReturnsOfReceipt['returns'][number] & Act)[];
  readonly author: Act['author'];
  readonly storeRef: Act['storeRef'];
  readonly transactionRef: string;
  readonly transactionId: string;
  readonly memberId: string;
  readonly awards: readonly ShownAward[];
  readonly stampCards: ReadReceipt['cards'];
}

const readReport = async (db: Queryable, name: EnvironmentName, ref: string): Promise<ReceiptReport> => {
  const { environmentId } = await requireEnvironment(db, name);
  const [receipt] = await readReceipts(db, [{ environmentId, ref }]);
  const found = await findReturns(db, { environmentId, ref });
  if (receipt === undefined || found === null)
    throw new Fault(
      'TRANSACTION_NOT_FOUND',
      'There is no receipt with this reference in this environment: try the other one with --mode.',
    );
  const names = found.returns.map(({ returnRef }) => ({ operation: 'return', ref: returnRef }) as const);
  const [act, ...acts] = await readTransactionActs(db, environmentId, [
    { operation: 'evaluate', ref },
    ...names,
  ]);
  return {
    transactionRef: ref,
    transactionId: receipt.transactionId,
    memberId: receipt.memberId,
    amount: found.amount,
    amountReturned: found.amountReturned,
    awards: receipt.awards.map(({ campaignId, campaignName, pointsEarned, rewardIds }, at) => ({
      campaignId,
      campaignName,
      pointsEarned,
      pointsKept: receipt.returned?.kept[at] ?? pointsEarned,
      rewardIds,
    })),
    stampCards: receipt.cards,
    returns: found.returns.map((each, at) => ({ ...each, ...(acts[at] ?? nobody) })),
    ...(act ?? nobody),
  };
};

const nobody: Act = { author: null, storeRef: null };

const reportLines = ({ awards, stampCards, returns, ...receipt }: ReceiptReport): string[] => [
  `Receipt «${receipt.transactionRef}» of member ${receipt.memberId}: ${amountText(receipt.amount)}, ` +
    `${receipt.amountReturned.toString()} returned; ${actText(receipt)}`,
  ...section(
    'Awards',
    ['points', 'kept', 'rewards', 'campaign'],
    awards.map(({ campaignName, pointsEarned, pointsKept, rewardIds }) => [
      pointsEarned.toString(),
      pointsKept.toString(),
      rewardIds.length.toString(),
      campaignName,
    ]),
  ),
  ...section(
    'Stamp cards',
    ['required', 'completed', 'campaign'],
    stampCards.map(({ stampsRequired, cardsCompleted, campaignId }) => [
      stampsRequired.toString(),
      cardsCompleted.toString(),
      campaignId,
    ]),
  ),
  ...section(
    'Returns, oldest first',
    [
      'amount',
      'reversed',
      'forgiven',
      'claimable',
      'to deduct',
      'deducted',
      'budgets',
      'rewards',
      'returnRef',
      'reason',
      'made',
    ],
    returns.map(({ awards: taken, deductions = [], returnRef, reason, ...returned }) => [
      amountText(returned.amountReturned),
      returned.pointsReversed.toString(),
      returned.pointsForgiven.toString(),
      (returned.pointsClaimable ?? 0).toString(),
      (returned.pointsToDeduct ?? 0).toString(),
      (returned.pointsDeducted ?? 0).toString(),
      [...taken, ...deductions].reduce((sum, { budgetCents }) => sum + budgetCents, 0).toString(),
      taken.reduce((sum, { rewardsTakenBack }) => sum + rewardsTakenBack.length, 0).toString(),
      returnRef,
      reason ?? '',
      actText(returned),
    ]),
  ),
];

const amountText = (cents: number | null): string => cents?.toString() ?? 'unknown amount';

const section = (title: string, header: readonly string[], rows: string[][]): string[] =>
  rows.length === 0 ? ['', `${title}: none.`] : ['', `${title}:`, ...tableLines([...header], rows)];
