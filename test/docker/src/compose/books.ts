import type { Verdicts } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { type EvaluatedReceipt, type SteadyTills } from '@loyalty/testkit/servers';
import { ask, call, type Shop } from './shop.ts';

/** Deliveries that a fault has failed are tried again after a minute, and after five. */
const deliveryPatience = { withinMs: 480_000, everyMs: 1_000 };
const repeated = 100;

/** Judges what is stored against what callers got: balances, repeats, deliveries, `loyaltyctl check`. */
export const judgeBooks = async (shop: Shop, tills: SteadyTills, verdicts: Verdicts): Promise<void> => {
  const { receipts, strange, unanswered } = tills;
  verdicts.judge('every receipt was evaluated at last', unanswered.length === 0, unanswered.join(', '));
  verdicts.judge('every refusal was a 503', strange.size === 0, [...strange].slice(0, 3).join('; '));
  const wrong = await wrongBalances(shop, receipts);
  const seen = `${receipts.length.toString()} evaluates; ${wrong.length.toString()} wrong balances`;
  verdicts.judge('nothing is lost or doubled', receipts.length > 0 && wrong.length === 0, seen);
  const others = await differingRepeats(shop, receipts);
  verdicts.judge('a repeat gets the same bytes', others.length === 0, others.slice(0, 3).join(', '));
  await judgeDeliveries(shop, receipts, verdicts);
  const check = await shop.project.compose('run', '--rm', '--no-deps', '-T', 'loyaltyctl', 'check').then(
    () => '',
    (failure: unknown) => String(failure),
  );
  verdicts.judge('`loyaltyctl check` finds nothing', check === '', check);
};

interface MemberList {
  readonly members: readonly { readonly externalRef: string; readonly pointsBalance: number }[];
  readonly nextCursor: string | null;
}

/** Members whose balance is not the sum of their receipts. */
const wrongBalances = async (
  shop: Shop,
  receipts: readonly EvaluatedReceipt[],
): Promise<readonly string[]> => {
  const expected = new Map<string, number>();
  for (const { memberRef, amount } of receipts)
    expected.set(memberRef, (expected.get(memberRef) ?? 0) + amount / 100);
  const { members, nextCursor } = await ask<MemberList>(shop, '/members?limit=200');
  if (nextCursor !== null) throw new Error('the tenant has more members than one page');
  const found = new Map(members.map(({ externalRef, pointsBalance }) => [externalRef, pointsBalance]));
  return [...new Set([...expected.keys(), ...found.keys()])].filter(
    (member) => expected.get(member) !== found.get(member),
  );
};

const differingRepeats = async (
  shop: Shop,
  receipts: readonly EvaluatedReceipt[],
): Promise<readonly string[]> => {
  const single = receipts.filter(({ answer }) => answer !== null);
  const every = Math.max(1, Math.floor(single.length / repeated));
  const others: string[] = [];
  for (const { answer, ...body } of single.filter((_, n) => n % every === 0)) {
    const again = await call(shop, '/transactions/evaluate', { body });
    if (again.text !== answer || !again.isReplayed) others.push(body.transactionRef);
  }
  return others;
};

interface Delivered {
  readonly id: string;
  readonly deliveryId: string;
  readonly ref: string;
  readonly digest: string;
}

const judgeDeliveries = async (
  { project }: Shop,
  receipts: readonly EvaluatedReceipt[],
  verdicts: Verdicts,
): Promise<void> => {
  const read = async (): Promise<readonly Delivered[]> =>
    (await project.receivedLines()).map((line) => JSON.parse(line) as Delivered);
  let missing = receipts.length;
  const isAll = async (): Promise<boolean> => {
    const refs = new Set((await read()).map(({ ref }) => ref));
    missing = receipts.filter(({ transactionRef }) => !refs.has(transactionRef)).length;
    return missing === 0;
  };
  await eventually('every receipt is delivered', isAll, deliveryPatience).catch(() => undefined);
  verdicts.judge('every receipt reached the partner', missing === 0, `${missing.toString()} did not`);
  const all = await read();
  const count = (values: readonly string[]): number => new Set(values).size;
  const ids = count(all.map(({ id }) => id));
  const contents = count(all.map(({ id, deliveryId, digest }) => `${id} ${deliveryId} ${digest}`));
  const isOnce = ids === count(all.map(({ ref }) => ref)) && ids === contents;
  verdicts.judge(
    'each is one event, with the same bytes however often it came',
    isOnce,
    `${all.length.toString()} deliveries of ${ids.toString()} events`,
  );
};
