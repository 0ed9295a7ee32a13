import { randomUUID } from 'node:crypto';
import { demoTenants, type DemoTenant } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { type EvaluatedReceipt, type TillReceipt } from '@loyalty/testkit/servers';
import type { MixedStack } from './mixed-stack.ts';

export interface Response {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
  readonly isMismatched: boolean;
}

/** The tenant of the tills, whose campaigns every build knows, and one without campaigns. */
export const [shop, otherShop] = demoTenants;
/** A response is due within 3 s; the rest is for a loaded machine. */
const patienceMs = 10_000;
/** The demo gives 5 points for each visit, one for each hundred cents, and a coffee from R500.00 on. */
const visitPoints = 5;
const coffeeCents = 50_000;
const redeemed = 20;

/** Calls the API of a demo tenant; `path` follows `/tenants/{id}`. */
export const call = async (
  { baseUrl }: MixedStack,
  { tenantId, liveKey }: Pick<DemoTenant, 'tenantId' | 'liveKey'>,
  path: string,
  body?: object,
): Promise<Response> => {
  const response = await fetch(`${baseUrl}/tenants/${tenantId}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': liveKey, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs),
  });
  const isReplayed = response.headers.get('Idempotent-Replayed') === 'true';
  const isMismatched = response.headers.has('Idempotency-Mismatch');
  return { status: response.status, text: await response.text(), isReplayed, isMismatched };
};

export const evaluate = (stack: MixedStack, receipt: TillReceipt): Promise<Response> =>
  call(stack, shop, '/transactions/evaluate', receipt);

/** Points that the demo's campaigns give. */
const pointsOf = ({ amount }: Pick<TillReceipt, 'amount'>): number => amount / 100 + visitPoints;

interface EvaluateBody {
  readonly pointsAwarded: number;
  readonly campaigns: readonly { readonly rewardIds: readonly string[] }[];
}

/** A new member earns points and a coffee, burns points, and gets the coffee's code; returns what is wrong. */
export const liveOnce = async (stack: MixedStack): Promise<readonly string[]> => {
  const memberRef = `mixed-${randomUUID()}`;
  const receipt = { transactionRef: randomUUID(), memberRef, amount: coffeeCents };
  const earned = await evaluate(stack, receipt);
  if (earned.status !== 200) return [`a receipt got ${earned.status.toString()} ${earned.text}`];
  const { pointsAwarded, campaigns } = JSON.parse(earned.text) as EvaluateBody;
  const [rewardId] = campaigns.flatMap(({ rewardIds }) => rewardIds);
  if (pointsAwarded !== pointsOf(receipt) || rewardId === undefined) return [`a receipt got ${earned.text}`];
  const burn = { transactionRef: randomUUID(), memberRef, amount: 15_000, pointsRequested: redeemed };
  const { status, text } = await call(stack, shop, '/transactions/redeem', burn);
  if (!text.includes(`"pointsRedeemed":${redeemed.toString()}`))
    return [`a redeem got ${status.toString()} ${text}`];
  return faultsOf(() => eventually('a reward gets its code', () => isIssued(stack, rewardId)));
};

const isIssued = async (stack: MixedStack, rewardId: string): Promise<boolean> =>
  (await call(stack, shop, `/rewards/${rewardId}`)).text.includes('"state":"ISSUED"');

/** Returns what an attempt failed with. */
export const faultsOf = async (attempt: () => Promise<unknown>): Promise<readonly string[]> =>
  attempt().then(
    () => [],
    (failure: unknown) => [failure instanceof Error ? failure.message : String(failure)],
  );

/** Repeats some of the receipts and returns the references whose response differs, or is not marked as a repeat of the same body. */
export const differingRepeats = async (
  stack: MixedStack,
  receipts: readonly EvaluatedReceipt[],
  count: number,
): Promise<readonly string[]> => {
  const every = Math.max(1, Math.floor(receipts.length / count));
  const others: string[] = [];
  for (const { answer, ...receipt } of receipts.filter((_, n) => n % every === 0)) {
    const again = await evaluate(stack, receipt);
    const isSame = again.text === answer && again.isReplayed && !again.isMismatched;
    if (!isSame) others.push(receipt.transactionRef);
  }
  return others;
};

interface MemberList {
  readonly members: readonly { readonly externalRef: string; readonly pointsBalance: number }[];
  readonly nextCursor: string | null;
}

/** Returns the members of tills whose balance is not the sum of their receipts. */
export const wrongBalances = async (
  stack: MixedStack,
  receipts: readonly EvaluatedReceipt[],
): Promise<readonly string[]> => {
  const expected = new Map<string, number>();
  for (const receipt of receipts)
    expected.set(receipt.memberRef, (expected.get(receipt.memberRef) ?? 0) + pointsOf(receipt));
  const { text } = await call(stack, shop, '/members?limit=200');
  const { members, nextCursor } = JSON.parse(text) as MemberList;
  if (nextCursor !== null) throw new Error('the tenant has more members than one page');
  const found = new Map(members.map(({ externalRef, pointsBalance }) => [externalRef, pointsBalance]));
  return [...expected].filter(([member, points]) => found.get(member) !== points).map(([member]) => member);
};
