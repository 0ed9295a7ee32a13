import { setTimeout as pause } from 'node:timers/promises';
import {
  authorizeRequest,
  captureRequest,
  redeemRequest,
  returnRequest,
  voidRequest,
} from '@loyalty/contracts/testing';
import { dayMs, type EnvironmentId, memberKeyOf, randomId, textOf } from '@loyalty/kernel';
import { seededRandom } from '@loyalty/kernel/testing';
import { classifyFailure, type Database, onlyRow } from '@loyalty/storage';
import { createCampaign, transitionCampaign } from '@loyalty/tables/campaigns/management';
import { invariantChecks, runInvariantCheck } from '@loyalty/tables/checks';
import type { Scope } from '@loyalty/tables/members';
import { createTenant } from '@loyalty/tables/tenants';
import { setSettings } from '@loyalty/tables/tenants/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { testAtMs, testMessage } from '@loyalty/testkit/engine';
import { sizeOf } from '@loyalty/testkit/runs';
import {
  type BurnBody,
  burnBodyOf,
  type BurnKind,
} from '../../services/burn-engine/src/usecases/burn-request.ts';
import { receipt as receiptBody } from '../../services/earn-engine/src/testing/earn-bodies.ts';
import type { EarnBody } from '../../services/earn-engine/src/usecases/earn-request.ts';
import { createMemberWriters } from '../support/member-writers.ts';

// A separate database: checks read the whole of it. Its transactions fail when a lock comes before its turn (D98).
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

const operations = sizeOf(600, 10_000);
const membersCount = 5;
const batchMax = 8;
/** One operation in so many repeats one that was sent before, and one is of a member who was erased. */
const [repeatEvery, goneEvery] = [10, 20];
/** A member is erased after so many operations, and another one comes. */
const eraseEvery = sizeOf(75, 500);
/** Between batches, so that points expire, mature and lapse while others burn them. */
const stepMs = 1_200_000;
/** Other loops may take the processor for this long. */
const restMs = 1;
/** The runtime tries again at once as long as it loses races. */
const triesMax = 20;
const rememberedMax = 100;

const campaigns = [
  {
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    redemptionRule: { pointsPerRand: 1 },
    maxBudgetCents: 1_000_000_000,
  },
  {
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 5, pointsExpiry: { type: 'ROLLING', days: 3 } },
    maxBudgetCents: 1_000_000_000,
  },
  { earningRule: { type: 'PRODUCT_PURCHASE', points: 5, skus: ['wine'] } },
  // Is paused on the way: the configuration changes under both engines.
  { earningRule: { type: 'FIXED_POINTS', points: 4 }, minSpend: 700, maxBudgetCents: 900 },
  {
    earningRule: {
      type: 'SPEND_PERCENTAGE',
      percentage: 2,
      pendingDays: 1,
      pointsExpiry: { type: 'SLIDING', days: 2 },
    },
  },
  { earningRule: { type: 'STAMP_CARD', stampsRequired: 3, rewardOnCompletion: { points: 9 } } },
  {
    earningRule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [{ everyNth: 2, reward: { rewardType: 'FREE_ITEM', value: { description: 'Coffee' } } }],
    },
  },
  // Times of all members are added behind the budget.
  {
    earningRule: { type: 'VISIT_FIXED', points: 3 },
    maxBudgetCents: 100_000_000,
    limits: [
      { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 100_000 },
      { per: 'MEMBER', period: 'DAY', of: 'TIMES', max: 5 },
    ],
  },
] as const;

const makeScope = async (): Promise<Scope & { readonly secret: Buffer }> => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: 'Races' });
  const environmentId: EnvironmentId = environmentIds.live;
  // Anybody may void at any time: who did something is not its subject.
  await setSettings(db, environmentId, { pointsExpiry: { type: 'NONE' }, voidWithinMinutes: null });
  for (const campaign of campaigns) {
    const made = await createCampaign(db, environmentId, { name: 'Some', ...campaign });
    if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
    await transitionCampaign(db, environmentId, { campaignId: made.record.id, action: 'activate' });
  }
  const rows = await db.query<{ secret: Buffer }>('SELECT secret FROM environments WHERE id = $1', [
    environmentId,
  ]);
  return { tenantId, environmentId, secret: onlyRow(rows, 'an environment').secret };
};

type Kind = 'evaluate' | BurnKind | 'lapse';

/** Any other refusal, and any failure, is unexpected. */
const refusals: Readonly<Record<Kind, readonly string[]>> = {
  evaluate: ['MEMBER_ERASED'],
  redeem: ['INSUFFICIENT_POINTS', 'MEMBER_NOT_FOUND', 'MEMBER_ERASED'],
  authorize: ['INSUFFICIENT_POINTS', 'LIMIT_EXCEEDED', 'MEMBER_NOT_FOUND', 'MEMBER_ERASED'],
  return: ['RETURN_EXCEEDS_RECEIPT', 'LIMIT_EXCEEDED', 'TRANSACTION_NOT_FOUND', 'MEMBER_ERASED'],
  capture: ['INVALID_STATE_TRANSITION', 'TRANSACTION_NOT_FOUND', 'MEMBER_ERASED'],
  void: ['TRANSACTION_NOT_FOUND', 'MEMBER_ERASED'],
  lapse: ['MEMBER_ERASED'],
};

/** A capture and a void have their redeem's reference; authorizations and redeems share one operation (D15). */
const nameOf = (kind: Kind, ref: string): string =>
  `${kind === 'authorize' ? 'redeem' : kind === 'lapse' ? 'void' : kind} ${ref}`;

interface Sold {
  readonly memberRef: string;
  readonly ref: string;
}

interface Sent<Body> {
  readonly kind: Kind;
  readonly ref: string;
  readonly body: Body;
}

interface Outcome {
  readonly outcome: string;
  readonly code?: string;
  readonly response?: Buffer;
}

/** All that was sent and said so far; it draws the next batches. */
class Crowd {
  readonly #random = seededRandom(sizeOf(52, 53));
  readonly #secret: Buffer;
  readonly members = Array.from({ length: membersCount }, () => randomId());
  readonly #gone: string[] = [];
  readonly #receipts: Sold[] = [];
  readonly #redeems: Sold[] = [];
  readonly #earned: Sent<EarnBody>[] = [];
  readonly #burnt: Sent<BurnBody>[] = [];
  readonly #said = new Map<string, string>();
  readonly unexpected: string[] = [];
  readonly deadlocks: string[] = [];
  readonly counts = new Map<string, number>();
  sent = 0;
  atMs = testAtMs;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  get isOver(): boolean {
    return this.sent >= operations;
  }

  drawEarn(): readonly Sent<EarnBody>[] {
    return this.#batch(this.#earned, (ref) => {
      const memberRef = this.#member();
      const amountCents = 37 * (1 + Math.floor(this.#random() * 40));
      const wine = Math.floor(this.#random() * 3);
      const products = ['bread', ...Array<string>(wine).fill('wine')].map((sku) => ({
        sku,
        quantity: 1,
        unitPriceCents: 100,
        categories: [],
      }));
      remember(this.#receipts, { memberRef, ref });
      const body = receiptBody({ transactionRef: ref, memberRef, amountCents, products });
      return { kind: 'evaluate', ref, body };
    });
  }

  drawBurn(): readonly Sent<BurnBody>[] {
    return this.#batch(this.#burnt, (ref) => {
      const dice = this.#random() * 10;
      if (dice < 4) return this.#returnOf(ref);
      if (dice < 7) return this.#redeemOf(ref, dice < 5.5 ? 'redeem' : 'authorize');
      return this.#endOf(dice < 8.5 ? 'capture' : 'void');
    });
  }

  #batch<Body>(before: Sent<Body>[], next: (ref: string) => Sent<Body>): readonly Sent<Body>[] {
    const size = 1 + Math.floor(this.#random() * batchMax);
    return Array.from({ length: size }, () => {
      this.sent += 1;
      if (before.length > 0 && this.#random() * repeatEvery < 1) return this.#pick(before);
      const drawn = next(`r-${this.sent.toString()}`);
      remember(before, drawn);
      return drawn;
    });
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  #member(): string {
    const isGone = this.#gone.length > 0 && this.#random() * goneEvery < 1;
    return this.#pick(isGone ? this.#gone : this.members);
  }

  #keyOf(memberRef: string): Buffer {
    return memberKeyOf(this.#secret, memberRef);
  }

  #returnOf(ref: string): Sent<BurnBody> {
    const { memberRef, ref: transactionRef } = this.#soldFrom(this.#receipts);
    const isWhole = this.#random() < 0.3;
    const body = returnRequest({
      ref,
      memberKey: this.#keyOf(memberRef),
      transactionRef,
      amountCents: isWhole ? null : 1 + Math.floor(this.#random() * 600),
      isWhole,
      lines: isWhole || this.#random() < 0.5 ? [] : [{ sku: 'wine', quantity: 1 }],
      redeemRef: this.#random() < 0.5 ? this.#soldFrom(this.#redeems).ref : null,
    });
    return { kind: 'return', ref, body: burnBodyOf(body) };
  }

  #redeemOf(ref: string, kind: 'redeem' | 'authorize'): Sent<BurnBody> {
    const memberRef = this.#member();
    remember(this.#redeems, { memberRef, ref });
    const pointsRequested = 1 + Math.floor(this.#random() * 15);
    const order = { amountCents: 1_000_000, pointsRequested };
    if (kind === 'authorize') {
      const ttlSeconds = this.#pick([1, 3_600, 86_400]);
      const memberKey = this.#keyOf(memberRef);
      return { kind, ref, body: burnBodyOf(authorizeRequest(ref, { ...order, ttlSeconds, memberKey })) };
    }
    return { kind, ref, body: { kind, body: redeemRequest({ ...order, transactionRef: ref, memberRef }) } };
  }

  #endOf(kind: 'capture' | 'void'): Sent<BurnBody> {
    const { memberRef, ref } = this.#soldFrom(this.#redeems);
    const requestOf = kind === 'capture' ? captureRequest : voidRequest;
    return { kind, ref, body: burnBodyOf(requestOf(ref, { memberKey: this.#keyOf(memberRef) })) };
  }

  #soldFrom(sold: readonly Sold[]): Sold {
    return sold.length === 0 ? { memberRef: this.#member(), ref: 'none' } : this.#pick(sold);
  }

  /** Replaces a member. */
  leave(): string {
    const at = Math.floor(this.#random() * membersCount);
    const [left = ''] = this.members.splice(at, 1, randomId());
    remember(this.#gone, left);
    return left;
  }

  note({ kind, ref }: Sent<unknown>, { outcome, code, response }: Outcome): void {
    const said = code ?? outcome;
    this.counts.set(`${kind} ${said}`, (this.counts.get(`${kind} ${said}`) ?? 0) + 1);
    if (response === undefined) {
      const isExpected =
        code === undefined ? kind === 'lapse' && outcome === 'skipped' : refusals[kind].includes(code);
      if (!isExpected) this.unexpected.push(`${kind} ${ref}: ${said}`);
      return;
    }
    const name = nameOf(kind, ref);
    const first = this.#said.get(name) ?? response.toString();
    this.#said.set(name, first);
    if (first !== response.toString()) this.unexpected.push(`${name}: ${first} then ${response.toString()}`);
  }

  /**
   * Tries again after a lost race for as long as that takes, as the runtime does. A deadlock counts as one,
   * and must not happen.
   */
  async attempt<T>(work: () => Promise<T>): Promise<T | null> {
    for (let tries = 1; tries <= triesMax; tries += 1) {
      try {
        return await work();
      } catch (failure) {
        if ((failure as { readonly code?: unknown }).code === '40P01') this.deadlocks.push(textOf(failure));
        if (classifyFailure(failure) === 'race') continue;
        this.unexpected.push(textOf(failure));
        return null;
      }
    }
    this.unexpected.push('lost every race');
    return null;
  }
}

const remember = <T>(list: T[], one: T): void => {
  list.push(one);
  if (list.length > rememberedMax) list.shift();
};

/** A process: an earn-engine and a burn-engine, and the jobs on members. */
type Process = ReturnType<typeof createMemberWriters>;

const play = async (crowd: Crowd, { environmentId }: Scope, processes: readonly Process[]): Promise<void> => {
  const about = () => {
    crowd.atMs += stepMs;
    return { headers: { loyalty_environment: environmentId.toString() }, timestamp: crowd.atMs };
  };
  const send = async <Body>(
    batch: readonly Sent<Body>[],
    handle: (
      messages: readonly ReturnType<typeof testMessage<Body>>[],
    ) => Promise<{ readonly outcomes: readonly Outcome[] }>,
  ): Promise<void> => {
    const at = about();
    const said = await crowd.attempt(() => handle(batch.map(({ body }) => testMessage(body, at))));
    for (const [n, outcome] of said?.outcomes.entries() ?? []) {
      const one = batch[n];
      if (one !== undefined) crowd.note(one, outcome);
    }
  };
  const lapse = async ({ lapses, burn }: Process): Promise<void> => {
    const bodies = (await crowd.attempt(() => lapses(crowd.atMs))) ?? [];
    const batch = bodies.map((body): Sent<BurnBody> => ({ kind: 'lapse', ref: refOf(body), body }));
    if (batch.length > 0) await send(batch, burn);
  };
  const runJobs = async (process: Process): Promise<void> => {
    await crowd.attempt(() => process.mature(crowd.atMs));
    await crowd.attempt(() => process.expire(crowd.atMs));
    await lapse(process);
  };
  const loop = async (work: () => Promise<void>): Promise<void> => {
    while (!crowd.isOver && crowd.unexpected.length < 20) {
      await work();
      await pause(restMs);
    }
  };
  let erased = 0;
  const eraseSome = async ({ erase }: Process): Promise<void> => {
    if (crowd.sent < (erased + 1) * eraseEvery) return;
    erased += 1;
    const [member] = await db.query<{ id: string }>(
      'SELECT id FROM members WHERE environment_id = $1 AND external_ref = $2',
      [environmentId, crowd.leave()],
    );
    if (member !== undefined) await crowd.attempt(() => erase(member.id));
  };
  await Promise.all([
    ...processes.flatMap((process) => [
      loop(() => send(crowd.drawEarn(), process.earn)),
      loop(() => send(crowd.drawBurn(), process.burn)),
      loop(() => runJobs(process)),
    ]),
    ...processes.slice(0, 1).map((process) => loop(() => eraseSome(process))),
  ]);
  const [last] = processes;
  crowd.atMs += 30 * dayMs;
  if (last !== undefined) await runJobs(last);
};

const refOf = (body: BurnBody): string => (body.kind === 'redeem' ? body.body.transactionRef : body.body.ref);

test('▲ I1 I2 I4 I6 I7 I13 I15 I21 I22 evaluate, redeem, return, authorize, capture, void, lapse, mature, expire and erase race on five members, two engines of each kind: no deadlock, no lock before its turn, one response each (D98, D165 to D190)', async () => {
  const scope = await makeScope();
  const crowd = new Crowd(scope.secret);
  const processes = [createMemberWriters(db, scope), createMemberWriters(db, scope)];
  await play(crowd, scope, processes);
  expect([crowd.unexpected, crowd.deadlocks]).toEqual([[], []]);
  const kinds = new Set([...crowd.counts.keys()].map((name) => name.split(' ')[0]));
  expect([...kinds].toSorted()).toEqual(Object.keys(refusals).toSorted());
  expect(crowd.sent).toBeGreaterThanOrEqual(operations);

  await processes[0]?.scrub();
  const left = await db.query(
    `SELECT (SELECT count(*)::int FROM open_redemptions) AS open, (SELECT count(*)::int FROM pending_points) AS pending`,
  );
  expect(left).toEqual([{ open: 0, pending: 0 }]);
  const broken = [];
  for (const check of invariantChecks) {
    const { invariant, promise, violations, examples } = await runInvariantCheck(db, check);
    if (violations > 0) broken.push([invariant, promise, examples]);
  }
  expect(broken).toEqual([]);
});
