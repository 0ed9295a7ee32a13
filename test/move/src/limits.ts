import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cell } from './cell.ts';
import { openCampaign, sendUntilProcessed, type Caller, type Shop } from './till.ts';

const membersCount = 20;
/** No other receipt has it, so the limited campaigns fire for no other. */
const storeRef = 'limited';
const timesMax = 20;
/** 16 awards of 7 and one that is cut to 4. */
const pointsMax = 116;
const campaignTimesMax = membersCount * 17;
/** Each member fills the limits this often before the move, so that a few times are left of each. */
const filledTimes = 10;
const perMemberEveryMs = 3_000;
/** One receipt is returned with every third one that is sold. */
const returnedEvery = 3;
const forAllAtOnceMs = 200;

/** The limited campaigns, by what they count. */
type Counted = 'times' | 'points' | 'all';

interface Given {
  readonly times: number;
  readonly points: number;
}

const nothing: Given = { times: 0, points: 0 };

interface Evaluated {
  readonly campaigns: readonly { readonly campaignId: string; readonly pointsEarned: number }[];
}

interface Returned {
  readonly awards: readonly { readonly campaignId: string; readonly pointsReversed: number }[];
}

/**
 * Members who buy under limits of times and of points, and under one of all members together. When they go on, few of
 * each are left; some receipts come back, and what they gave back is used again (D247). When they stop, each member
 * has sent more receipts than any limit allows.
 */
export class LimitedMembers {
  /** The memberRef of each processed receipt, by reference. */
  readonly processed = new Map<string, string>();
  readonly returned = new Set<string>();
  /** Points that each receipt earned under limits. */
  readonly extra = new Map<string, number>();
  readonly #caller: Caller;
  readonly #ids: Readonly<Record<Counted, string>>;
  readonly #refs = Array.from({ length: membersCount }, () => `limited-${randomUUID()}`);
  /** One instant for all, so that no period ends meanwhile. */
  readonly #occurredAt = new Date().toISOString();
  /** What was given less what came back, by campaign and member. */
  readonly #given = new Map<string, Given>();
  /** The receipts of each member that are not being returned, the oldest first. */
  readonly #kept = new Map<string, string[]>();
  /** Times of all members together, of which none comes back (D240). */
  #givenToAll = 0;
  /** Awards that the other cell gave, and awards that it took back. */
  readonly #there = { given: 0, takenBack: 0 };
  #callers: readonly Promise<void>[] = [];
  #isStopped = false;

  private constructor(caller: Caller, ids: Readonly<Record<Counted, string>>) {
    this.#caller = caller;
    this.#ids = ids;
  }

  /** Opens the campaigns, and uses their limits up but for a few. */
  static async fill(shop: Shop, movesTo: Cell): Promise<LimitedMembers> {
    const open = (points: number, limit: object): Promise<string> =>
      openCampaign(shop, {
        name: `${points.toString()} under a limit`,
        earningRule: { type: 'FIXED_POINTS', points },
        storeIds: [storeRef],
        limits: [limit],
      });
    const limited = new LimitedMembers(
      { shop, movesTo, others: new Map() },
      {
        times: await open(3, { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: timesMax }),
        points: await open(7, { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: pointsMax }),
        all: await open(1, { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: campaignTimesMax }),
      },
    );
    const fillOf = async (memberRef: string): Promise<void> => {
      for (let n = 0; n < filledTimes; n += 1) await limited.#sell(memberRef);
    };
    await Promise.all(limited.#refs.map(fillOf));
    return limited;
  }

  /** Goes on, each member slowly: the rest of each limit lasts until the other cell serves. */
  goOn(): void {
    this.#callers = this.#refs.map((memberRef) => this.#call(memberRef));
  }

  /** Stops, once every member has sent more than any limit allows. Returns what is wrong with the responses. */
  async stop(): Promise<readonly string[]> {
    this.#isStopped = true;
    await Promise.all(this.#callers);
    await Promise.all(this.#refs.map((memberRef) => this.#sendTheRest(memberRef)));
    return this.#faults();
  }

  async #call(memberRef: string): Promise<void> {
    await pause(Math.random() * perMemberEveryMs);
    for (let n = 1; !this.#isStopped; n += 1) {
      const rest = pause(perMemberEveryMs);
      // At once: both are counted under the lock of one member.
      await Promise.all([this.#sell(memberRef), n % returnedEvery === 0 && this.#bringBack(memberRef)]);
      await rest;
    }
  }

  async #sendTheRest(memberRef: string): Promise<void> {
    await this.#bringBack(memberRef);
    for (let n = this.#givenOf('times', memberRef).times; n <= timesMax; n += 1) {
      await this.#sell(memberRef);
      await pause(forAllAtOnceMs);
    }
  }

  async #sell(memberRef: string): Promise<void> {
    const transactionRef = randomUUID();
    const receipt = { transactionRef, memberRef, amount: 100, storeRef, occurredAt: this.#occurredAt };
    const text = await sendUntilProcessed(this.#caller, '/transactions/evaluate', receipt);
    const awards = (JSON.parse(text) as Evaluated).campaigns.filter(({ campaignId }) =>
      this.#counts(campaignId),
    );
    for (const { campaignId, pointsEarned } of awards)
      this.#note(`${campaignId}/${memberRef}`, { times: 1, points: pointsEarned });
    this.#givenToAll += awards.filter(({ campaignId }) => campaignId === this.#ids.all).length;
    if (this.#isThere()) this.#there.given += awards.length;
    this.processed.set(transactionRef, memberRef);
    this.extra.set(
      transactionRef,
      awards.reduce((sum, { pointsEarned }) => sum + pointsEarned, 0),
    );
    this.#kept.set(memberRef, [...(this.#kept.get(memberRef) ?? []), transactionRef]);
  }

  /** The oldest, which the first cell has decided. Nobody spends, so all of its points are there. */
  async #bringBack(memberRef: string): Promise<void> {
    const [transactionRef, ...others] = this.#kept.get(memberRef) ?? [];
    if (transactionRef === undefined) return;
    this.#kept.set(memberRef, others);
    const order = { transactionRef, returnRef: randomUUID(), whole: true };
    const text = await sendUntilProcessed(this.#caller, '/transactions/returns', order);
    const awards = (JSON.parse(text) as Returned).awards.filter(({ campaignId }) => this.#counts(campaignId));
    for (const { campaignId, pointsReversed } of awards)
      this.#note(`${campaignId}/${memberRef}`, { times: -1, points: -pointsReversed });
    if (this.#isThere()) this.#there.takenBack += awards.length;
    this.returned.add(transactionRef);
  }

  #isThere(): boolean {
    return this.#caller.shop.cell === this.#caller.movesTo;
  }

  #counts(campaignId: string): boolean {
    return Object.values(this.#ids).includes(campaignId);
  }

  #note(name: string, change: Given): void {
    const { times, points } = this.#given.get(name) ?? nothing;
    this.#given.set(name, { times: times + change.times, points: points + change.points });
  }

  #givenOf(counted: Counted, memberRef: string): Given {
    return this.#given.get(`${this.#ids[counted]}/${memberRef}`) ?? nothing;
  }

  #faults(): readonly string[] {
    return [
      ...unlike(
        'times',
        timesMax,
        this.#refs.map((ref) => this.#givenOf('times', ref).times),
      ),
      ...unlike(
        'points',
        pointsMax,
        this.#refs.map((ref) => this.#givenOf('points', ref).points),
      ),
      ...unlike('times of all members', campaignTimesMax, [this.#givenToAll]),
      ...(this.#there.given === 0 ? ['nothing of a limit was left to the other cell'] : []),
      ...(this.#there.takenBack === 0 ? ['no award came back in the other cell'] : []),
    ];
  }
}

const unlike = (what: string, max: number, given: readonly number[]): readonly string[] =>
  given
    .filter((one) => one !== max)
    .slice(0, 3)
    .map((one) => `a limit of ${max.toString()} ${what} gave ${one.toString()}`);
