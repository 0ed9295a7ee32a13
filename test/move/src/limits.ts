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
/** Of each member before the move: of every limit a few are left. */
const filledTimes = 10;
const perMemberEveryMs = 3_000;
const forAllAtOnceMs = 200;

/** The limited campaigns, by what they count. */
type Counted = 'times' | 'points' | 'all';

interface Given {
  readonly times: number;
  readonly points: number;
}

interface Evaluated {
  readonly campaigns: readonly { readonly campaignId: string; readonly pointsEarned: number }[];
}

/**
 * Members who buy under limits of times and of points, and under one of all members together. When they go on, few of
 * each are left; when they stop, each member has sent more receipts than any limit allows.
 */
export class LimitedMembers {
  /** The memberRef of each processed receipt, by reference. */
  readonly processed = new Map<string, string>();
  /** Points that each receipt earned under limits. */
  readonly extra = new Map<string, number>();
  readonly #caller: Caller;
  readonly #ids: Readonly<Record<Counted, string>>;
  readonly #refs = Array.from({ length: membersCount }, () => `limited-${randomUUID()}`);
  /** One instant for all, so that no period ends meanwhile. */
  readonly #occurredAt = new Date().toISOString();
  /** By campaign and member. */
  readonly #given = new Map<string, Given>();
  /** Awards that the other cell gave. */
  #givenThere = 0;
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
    while (!this.#isStopped) {
      const rest = pause(perMemberEveryMs);
      await this.#sell(memberRef);
      await rest;
    }
  }

  async #sendTheRest(memberRef: string): Promise<void> {
    for (let n = filledTimes; n <= timesMax; n += 1) {
      await this.#sell(memberRef);
      await pause(forAllAtOnceMs);
    }
  }

  async #sell(memberRef: string): Promise<void> {
    const transactionRef = randomUUID();
    const receipt = { transactionRef, memberRef, amount: 100, storeRef, occurredAt: this.#occurredAt };
    const text = await sendUntilProcessed(this.#caller, '/transactions/evaluate', receipt);
    const limited = new Set(Object.values(this.#ids));
    const awards = (JSON.parse(text) as Evaluated).campaigns.filter(({ campaignId }) =>
      limited.has(campaignId),
    );
    for (const { campaignId, pointsEarned } of awards) this.#note(`${campaignId}/${memberRef}`, pointsEarned);
    if (this.#caller.shop.cell === this.#caller.movesTo) this.#givenThere += awards.length;
    this.processed.set(transactionRef, memberRef);
    this.extra.set(
      transactionRef,
      awards.reduce((sum, { pointsEarned }) => sum + pointsEarned, 0),
    );
  }

  #note(name: string, earned: number): void {
    const { times, points } = this.#given.get(name) ?? { times: 0, points: 0 };
    this.#given.set(name, { times: times + 1, points: points + earned });
  }

  #faults(): readonly string[] {
    const given = (counted: Counted, memberRef: string): Given =>
      this.#given.get(`${this.#ids[counted]}/${memberRef}`) ?? { times: 0, points: 0 };
    const ofAll = this.#refs.reduce((sum, ref) => sum + given('all', ref).times, 0);
    return [
      ...unlike(
        'times',
        timesMax,
        this.#refs.map((ref) => given('times', ref).times),
      ),
      ...unlike(
        'points',
        pointsMax,
        this.#refs.map((ref) => given('points', ref).points),
      ),
      ...unlike('times of all members', campaignTimesMax, [ofAll]),
      ...(this.#givenThere === 0 ? ['nothing of a limit was left to the other cell'] : []),
    ];
  }
}

const unlike = (what: string, max: number, given: readonly number[]): readonly string[] =>
  given
    .filter((one) => one !== max)
    .slice(0, 3)
    .map((one) => `a limit of ${max.toString()} ${what} gave ${one.toString()}`);
