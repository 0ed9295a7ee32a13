import fc from 'fast-check';
import {
  authorizeRequest,
  captureRequest,
  redeemRequest,
  returnRequest,
  voidRequest,
} from '@loyalty/contracts/testing';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { type BurnBody, burnBodyOf } from '../../services/burn-engine/src/usecases/burn-request.ts';
import { receipt as receiptBody } from '../../services/earn-engine/src/testing/earn-bodies.ts';
import type { EarnBody } from '../../services/earn-engine/src/usecases/earn-request.ts';
import { linesOf, returnedLinesOf } from './plain-receipts.ts';
import type { PlainShop } from './plain-shop.ts';

/** Something that a member, a till or a job does in a history with returns. */
export const returnStep = fc.record({
  kind: fc.constantFrom(
    ...(['evaluate', 'evaluate', 'evaluate', 'return', 'return', 'return'] as const),
    ...(['redeem', 'redeem', 'authorize', 'capture', 'void', 'void', 'lapse'] as const),
    ...(['give', 'take', 'bring', 'expire', 'mature', 'wait'] as const),
    // Spent points are deducted later from now on, or stay claimable as long as they are out.
    'setting',
    // Local days begin at another time from now on.
    'zone',
  ),
  /** Some references come twice, also with other contents. */
  ref: fc.integer({ min: 1, max: 4 }),
  size: fc.integer({ min: 1, max: 40 }),
  isWhole: fc.boolean(),
  /** Bottles of wine: that a receipt has, or that come back; null where products are not named. */
  wine: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
  /** Whose points come back with a return; null: those of the receipt's own redeem. */
  redeemRef: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  /** Whether the step is in one batch with the previous one, if that is for the same engine. */
  isJoined: fc.boolean(),
});

export type ReturnStep = typeof returnStep extends fc.Arbitrary<infer One> ? One : never;

const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu'] as const;
export const zoneOf = ({ size }: ReturnStep): (typeof zones)[number] => zones[size % zones.length] ?? 'UTC';

export const amountOf = (size: number): number => size * 37;

/** Some bottles come back for nothing, because they cost nothing (D335). */
const returnedOf = ({ size, wine }: ReturnStep): number =>
  (wine ?? 0) > 0 && size % 5 === 0 ? 0 : amountOf(size) - 1;

/** The customer who does it, and what the references of their receipts begin with. */
export interface Customer {
  readonly memberRef: string;
  /** The key of 16 bytes by which captures, voids and returns name the member. */
  readonly memberKey: Buffer;
  readonly prefix: string;
}

export const bodyOf = (
  { memberRef, memberKey, prefix }: Customer,
  step: ReturnStep,
): { readonly earn: EarnBody } | { readonly burn: BurnBody } => {
  const { kind, ref, size, isWhole, wine, redeemRef } = step;
  const name = `${prefix}${ref.toString()}`;
  if (kind === 'evaluate')
    return {
      earn: receiptBody({
        transactionRef: name,
        memberRef,
        amountCents: amountOf(size),
        products: linesOf(wine),
      }),
    };
  if (kind === 'return')
    return {
      burn: {
        kind: 'return',
        body: returnRequest({
          ref: `${name}-${(size % 4).toString()}`,
          memberKey,
          transactionRef: name,
          amountCents: isWhole ? null : returnedOf(step),
          isWhole,
          lines: isWhole || wine === null ? [] : returnedLinesOf(wine),
          redeemRef: redeemRef === null ? null : `${prefix}${redeemRef.toString()}`,
        }),
      },
    };
  if (kind === 'capture') return { burn: burnBodyOf(captureRequest(name, { memberKey })) };
  if (kind === 'void' || kind === 'lapse')
    return { burn: burnBodyOf(voidRequest(name, { memberKey, isLapse: kind === 'lapse' })) };
  const order = { amountCents: 1_000_000, pointsRequested: wantedOf(size) };
  if (kind === 'authorize') {
    const ttlSeconds = ttlSecondsOf(size);
    return { burn: burnBodyOf(authorizeRequest(name, { ...order, ttlSeconds, memberKey })) };
  }
  return { burn: { kind: 'redeem', body: redeemRequest({ ...order, transactionRef: name, memberRef }) } };
};

/** Often all that there are: what is redeemed is what a return misses. */
const wantedOf = (size: number): number => size * 5;

/** Some end before the next step, and some outlive the history. */
const ttlSecondsOf = (size: number): number => (size % 3) * 86_400 + 30;

const unknownMemberOf = ({ kind }: ReturnStep): string =>
  kind === 'redeem' || kind === 'authorize' ? 'MEMBER_NOT_FOUND' : 'TRANSACTION_NOT_FOUND';

export const playPlainly = (
  plain: PlainShop,
  step: ReturnStep,
  { atMs, prefix }: Pick<Customer, 'prefix'> & { readonly atMs: number },
): unknown => {
  const { kind, ref, size, wine } = step;
  const name = `${prefix}${ref.toString()}`;
  if (kind === 'evaluate') return plain.evaluate(name, { amount: amountOf(size), wine: wine ?? 0 }, atMs);
  if (kind !== 'lapse' && plain.receipts.size === 0) return unknownMemberOf(step);
  if (kind === 'redeem') return plain.redeem(name, wantedOf(size), atMs);
  if (kind === 'authorize') return plain.authorize(name, [wantedOf(size), ttlSecondsOf(size) * 1_000], atMs);
  if (kind === 'capture') return plain.capture(name);
  if (kind === 'void' || kind === 'lapse') return plain.void(name, { isLapse: kind === 'lapse' }, atMs);
  return giveBackPlainly(plain, step, { atMs, prefix });
};

const giveBackPlainly = (
  plain: PlainShop,
  step: ReturnStep,
  { atMs, prefix }: Pick<Customer, 'prefix'> & { readonly atMs: number },
): unknown => {
  const { ref, size, isWhole, wine, redeemRef } = step;
  const name = `${prefix}${ref.toString()}`;
  const asked = { wanted: isWhole ? null : returnedOf(step), wine: isWhole ? null : wine };
  const returnRef = `${name}-${(size % 4).toString()}`;
  const redeem = redeemRef === null ? null : `${prefix}${redeemRef.toString()}`;
  return plain.giveBack([returnRef, name, redeem], asked, atMs);
};

interface Outcome {
  readonly outcome: string;
  readonly code?: string;
  readonly response?: Buffer;
}

const returnedPoints = [
  'pointsReversed',
  'pointsFromPending',
  'pointsFromBalance',
  'pointsExpired',
  'pointsForgiven',
  'pointsClaimable',
  'pointsToDeduct',
  'pointsDeducted',
];

/** Returns what a response says, in the form of `playPlainly`. */
export const saidOf = ({ code, response }: Outcome): unknown => {
  if (response === undefined) return code;
  const said = JSON.parse(response.toString()) as Readonly<Record<string, unknown>>;
  if (said['pointsAwarded'] !== undefined)
    return [said['pointsAwarded'], said['pointsPending'] ?? 0, said['pointsDeducted'] ?? 0];
  if (said['pointsRedeemed'] !== undefined) return said['pointsRedeemed'];
  if (said['voidTransactionId'] !== undefined)
    return [said['pointsRefunded'], said['pointsExpired'], said['pointsDeducted'] ?? 0];
  const redeemed = said['redeemed'] as { readonly pointsRefunded: number } | null;
  return [
    ...returnedPoints.map((name) => said[name] ?? 0),
    said['amountRemaining'],
    redeemed?.pointsRefunded ?? null,
  ];
};

/** The engine that decides a step; `none` for what no engine is asked for. */
export const engineOf = ({ kind }: { readonly kind: string }): string =>
  kind === 'evaluate' ? 'earn' : burning.has(kind) ? 'burn' : 'none';

const burning = new Set(['redeem', 'authorize', 'capture', 'void', 'lapse', 'return']);

/** Consecutive steps of one engine that are joined. */
export const batchesOf = <Step extends { readonly kind: string; readonly isJoined: boolean }>(
  history: readonly Step[],
): readonly (readonly Step[])[] => {
  const batches: Step[][] = [];
  for (const step of history) {
    const last = batches.at(-1);
    const [first] = last ?? [];
    const isSame = first !== undefined && engineOf(first) === engineOf(step) && engineOf(step) !== 'none';
    if (last !== undefined && step.isJoined && isSame) last.push(step);
    else batches.push([step]);
  }
  return batches;
};

/** Reads what `stateOf` says of the member who has this first reference. */
export const readMember = async (
  db: Database,
  { environmentId, memberRef }: { readonly environmentId: EnvironmentId; readonly memberRef: string },
) =>
  (
    await db.query(
      `SELECT points_balance, lifetime_points, points_to_deduct, spend_cents, txn_count, whole_returns,
              to_jsonb(ARRAY(SELECT l.points FROM point_lots l WHERE l.environment_id = m.environment_id AND l.member_id = m.id
                     ORDER BY l.expires_on)) AS lots,
              (SELECT coalesce(sum(p.points), 0)::bigint FROM pending_points p
                WHERE p.environment_id = m.environment_id AND p.member_id = m.id) AS waiting
         FROM members m WHERE environment_id = $1 AND external_ref = $2`,
      [environmentId, memberRef],
    )
  )[0];

/** Reads uses by campaign or caps, period and the date on which it begins. */
export const readUses = async (
  db: Database,
  {
    environmentId,
    memberRef,
    campaignIds,
  }: {
    readonly environmentId: EnvironmentId;
    readonly memberRef: string;
    readonly campaignIds: readonly string[];
  },
) => {
  const rows = await db.query<{ name: string; times: number; points: number }>(
    `SELECT coalesce((array_position($3::uuid[], u.campaign_id) - 1)::text, 'caps')
              || (ARRAY[' EVER', ' DAY ', ' WEEK ', ' MONTH '])[u.period + 1]
              || CASE u.period WHEN 0 THEN '' ELSE (date '1970-01-01' + u.starts_on)::text END AS name, u.times, u.points
       FROM member_uses u JOIN members m ON m.environment_id = u.environment_id AND m.id = u.member_id
      WHERE u.environment_id = $1 AND m.external_ref = $2`,
    [environmentId, memberRef, campaignIds],
  );
  return new Map(rows.map(({ name, times, points }) => [name, { times, points }]));
};

export const stateOf = (plain: PlainShop) => ({
  points_balance: plain.balance,
  lifetime_points: plain.lifetime,
  points_to_deduct: plain.toDeduct,
  spend_cents: plain.spend,
  txn_count: plain.purchases,
  whole_returns: plain.wholeReturns,
  waiting: plain.waiting,
  lots: [...plain.points]
    .filter(([day, held]) => day !== null && held > 0)
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([, held]) => held),
});
