import { factCodec, type RedeemRequest, replyCodec } from '@loyalty/contracts';
import type { BurnRequest } from '@loyalty/contracts/burning';
import {
  authorizeRequest,
  captureRequest,
  redeemRequest,
  returnRequest,
  voidRequest,
} from '@loyalty/contracts/testing';
import { createEngineBatch, createMessageWriter } from '@loyalty/engine';
import type { OutgoingMessage } from '@loyalty/kafka';
import { derivedIds, memberKeyOf, type SegmentId } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import type { Campaign } from '@loyalty/rules/campaigns';
import type { Lot } from '@loyalty/rules/lots';
import type { UnrecoveredPoints } from '@loyalty/rules/returns';
import { responseKeyOf } from '@loyalty/storage/redis';
import type { CountActivity } from '@loyalty/tables/activity';
import { createMetrics } from '@loyalty/telemetry/metrics';
import {
  MemoryCache,
  MemoryConfiguration,
  replyHeaders,
  type ScriptedResult,
  ScriptedTransaction,
  testAccount,
  testAtMs,
  testCampaign,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { quickClock } from '@loyalty/testkit/runs';
import { countBurned, createBurnHandler } from '../usecases/burn-handler.ts';
import { type BurnBody, burnBodyOf } from '../usecases/burn-request.ts';

export const { environmentId } = testSnapshot();
const { secret } = testSnapshot();
export const tenARand = testCampaign({ name: 'Ten a rand', redemptionRule: { pointsPerRand: 10 } });
export const { memberId } = testAccount();
const memberKey = memberKeyOf(secret, 'customer-1');
const dayMs = 86_400_000;

export const redeem = (transactionRef: string, given: Partial<RedeemRequest> = {}): RedeemRequest =>
  redeemRequest({ transactionRef, amountCents: 1_000_000, ...given });

export const captureOf = (ref: string): BurnRequest => captureRequest(ref, { memberKey });
export const voidOf = (ref: string): BurnRequest => voidRequest(ref, { memberKey });
export const lapseOf = (ref: string): BurnRequest => voidRequest(ref, { memberKey, isLapse: true });

/** A return of all of `receipt-1`. */
export const returnOf = (ref: string, given: Partial<BurnRequest> = {}): BurnRequest =>
  returnRequest({ ref, memberKey, amountCents: null, isWhole: given.amountCents === undefined, ...given });

/** An authorization that lasts ten minutes. */
export const authorization = (ref: string): BurnRequest =>
  authorizeRequest(ref, { memberKey, amountCents: 1_000_000 });

const bodyOf = (body: RedeemRequest | BurnRequest): BurnBody =>
  'kind' in body ? burnBodyOf(body) : { kind: 'redeem', body };

/** A lot of points that expire in so many days. */
export const lotIn = (days: number, points: number): Lot => {
  const expiresAtMs = testAtMs + days * dayMs;
  return {
    slidingDays: 0,
    expiresOn: Math.floor(expiresAtMs / dayMs),
    points,
    expiresAtMs,
    addedAtMs: testAtMs,
  };
};

interface Given {
  readonly account?: Partial<Account> | null;
  readonly campaigns?: readonly Campaign[];
  /** Read by the process before the batch. Default: the newest. */
  readonly cachedCampaigns?: readonly Campaign[];
  /** The targeted segments that exist. */
  readonly segmentIds?: readonly SegmentId[];
  /** The segments of the member. */
  readonly ownSegmentIds?: readonly SegmentId[];
  /** Default: FORGIVE. */
  readonly unrecoveredPoints?: UnrecoveredPoints;
  /** Default: for ever. */
  readonly voidWithinMinutes?: number;
  readonly firstLots?: readonly Lot[];
  readonly allLots?: readonly Lot[];
  readonly responses?: Readonly<Record<string, ScriptedResult>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds by which the database's clock is ahead of the records. */
  readonly aheadMs?: number;
  /** Milliseconds that the loading takes after the locks. */
  readonly takesMs?: number;
  /** Timestamps of the records, in milliseconds after the usual one. */
  readonly recordsAtMs?: readonly number[];
  /**
   * References with a response in Redis only. Each value is the timestamp of the record that got it, in
   * milliseconds after the usual one.
   */
  readonly published?: Readonly<Record<string, number>>;
  /**
   * Records up to this time may be of a lost history, in milliseconds after the usual timestamp. Default:
   * none is.
   */
  readonly lostUntilInMs?: number;
}

/**
 * Returns the id of a redeem's fact. `behindMs` is the record's timestamp, in milliseconds after the usual
 * one.
 */
export const publishedFactId = (ref: string, behindMs = 0): string =>
  derivedIds({ secret, atMs: testAtMs + behindMs, operation: 'redeem', ref })('transaction.redeemed');

const rowsOf = (lots: readonly Lot[]) => lots.map((lot) => ({ ...lot, environmentId, memberId }));

const scriptedRowsOf = ({
  account = {},
  firstLots = [],
  allLots = [],
  aheadMs = 0,
  ownSegmentIds = [],
  responses = {},
}: Given) => {
  const { memberId: id, ...rest } = testAccount({ pointsBalance: 1_000, ...account });
  return {
    'accounts-lock': () =>
      account === null ? [] : [{ environmentId, memberKey, id, claims: null, ...rest }],
    'lots-first': () => rowsOf(firstLots),
    'database-time': () => [{ nowMs: testAtMs + aheadMs }],
    'lots-all': () => rowsOf(allLots),
    // Whatever is missing may have gone.
    'spent-points': () => [
      { environmentId, memberId, givenByHand: 1_000_000, earnedElsewhere: 0, out: null },
    ],
    'memberships-read-by-key': () =>
      ownSegmentIds.length === 0 ? [] : [{ environmentId, memberId, segmentIds: ownSegmentIds }],
    ...responses,
  };
};

/** Plans and stores these requests as one batch, on a scripted database. */
export const run = async (bodies: readonly (RedeemRequest | BurnRequest)[], given: Given = {}) => {
  const { campaigns = [tenARand], headers = {}, takesMs = 0, recordsAtMs = [], published = {} } = given;
  const { unrecoveredPoints = 'FORGIVE' } = given;
  const existing = {
    segmentIds: new Set(given.segmentIds),
    refunds: { ...testSnapshot().refunds, unrecoveredPoints },
    ...(given.voidWithinMinutes === undefined ? null : { voidWithinMinutes: given.voidWithinMinutes }),
  };
  const configuration = new MemoryConfiguration(testSnapshot({ campaigns, ...existing }));
  if (given.cachedCampaigns !== undefined)
    configuration.held.set(environmentId, testSnapshot({ campaigns: given.cachedCampaigns, ...existing }));
  let elapsedMs = 0;
  const stopwatch = () => (elapsedMs += takesMs);
  const handler = createEngineBatch(
    createBurnHandler({ configuration, elapsedMs: stopwatch, lostUntilMs: () => lostUntilMsIn(given) }),
    {
      configuration,
      cache: cacheOf(published),
      clock: quickClock(),
      metrics: createMetrics({ service: 'burn-test' }),
      writer: createMessageWriter({ replyId: () => 1, factId: () => 2 }),
    },
  );
  const tx = new ScriptedTransaction(scriptedRowsOf(given));
  const messages = bodies.map((body, at) => {
    const timestamp = testAtMs + (recordsAtMs[at] ?? 0);
    return testMessage(bodyOf(body), { timestamp, headers: { ...replyHeaders, ...headers } });
  });
  const plan = await handler.plan(tx, messages);
  await handler.storeShared?.(tx, plan);
  await handler.store(tx, plan);
  return { plan, tx, configuration, effects: handler.effectsOf(plan) };
};

/** What a committed batch counts: metrics one by one, and the activity of environment and campaigns together. */
export const countedBy = (plan: Parameters<typeof countBurned>[1]) => {
  const metrics: unknown[] = [];
  const activity: Record<string, number> = {};
  const counts = new Proxy(activity, { get: (target, field: string) => target[field] ?? 0 });
  const of = () => counts as unknown as ReturnType<CountActivity['totalsOf']>;
  countBurned(
    {
      metrics: { count: (...given: readonly unknown[]) => metrics.push(given) },
      activity: { totalsOf: of, campaignOf: of },
    },
    plan,
  );
  return { metrics, activity };
};

const lostUntilMsIn = ({ lostUntilInMs = -1 }: Given): number => testAtMs + lostUntilInMs;

/** Returns a cache with responses to these references. */
const cacheOf = (published: Readonly<Record<string, number>>): MemoryCache => {
  const cache = new MemoryCache();
  const responses = Object.entries(published).map(([ref, behindMs]) => {
    const newId = derivedIds({ secret, atMs: testAtMs + behindMs, operation: 'redeem', ref });
    const response = Buffer.from(
      JSON.stringify({ redeemTransactionId: newId('transaction'), pointsRedeemed: 50 }),
    );
    return {
      key: responseKeyOf({ environmentId, operation: 'redeem', ref }),
      fingerprint: Buffer.alloc(16),
      response,
    };
  });
  cache.putResponses(responses);
  return cache;
};

const bytesOf = ({ value }: OutgoingMessage): Buffer => value ?? Buffer.alloc(0);
export const replyIn = (message: OutgoingMessage) => {
  const { code, body, replayed } = replyCodec.readerFor(replyCodec.schemaText)(bytesOf(message));
  return { code, replayed, body: body === null ? null : (JSON.parse(body.toString()) as unknown) };
};
export const factIn = (message: OutgoingMessage) => {
  const { id, type, ledgerSeq, data } = factCodec.readerFor(factCodec.schemaText)(bytesOf(message));
  return { id, type, ledgerSeq, data: JSON.parse(data.toString()) as unknown };
};
