import { type Operation, receiptOf, returnOf } from '../../load/operations.ts';
import type { Done } from '../../load/tills.ts';
import type { FaultTenant } from '../../fault-tenant.ts';
import { activateCampaign, createBareTenant } from '../../tenants.ts';
import { compareWithStored, readStored } from '../compare-with-stored.ts';
import { sendUnjournaled } from '../send-unjournaled.ts';
import type { Scene, Variant } from './variant.ts';

const refs = Array.from({ length: 20 }, (_, n) => `member-${n.toString()}`);
const timesMax = 10;
/** Eight awards of 7 and one that is cut to 4. */
const pointsMax = 60;
/** Nothing of it comes back (D240). */
const campaignTimesMax = refs.length * 13;

/** How many receipts each member buys, and in which stages one of them is returned. */
const stages = {
  before: { sold: 7, back: ['before'] },
  tail: { sold: 5, back: ['before', 'tail'] },
  after: { sold: 4, back: ['before', 'tail'] },
  // Whatever order the log gave the others: what came back is used again, and more than that is sold.
  rest: { sold: 6, back: [] },
} as const;

type Stage = keyof typeof stages;

/** Campaigns by what their limits count. */
type LimitedIds = Readonly<Record<'times' | 'points' | 'all', string>>;

/**
 * Uses of the tail are lost with the awards that they counted, and with the returns that gave some back (D247). Then
 * the log gives all of it again, beside receipts and returns that come right after the loss: no limit is passed, and
 * none of it is lost.
 */
export const lostUses: Variant = {
  title: 'limits were nearly used up in the tail, and the rest is used after it',
  begin: async (scene) => {
    const { stack, violations } = scene;
    const tenant = await createBareTenant(stack, 'Limits');
    const ids = await openCampaigns(scene, tenant);
    const members = refs.map((memberRef) => new Buyer(scene, { tenant, memberRef }));
    const acknowledged: Done[] = [];
    const act = async (stage: Stage): Promise<void> => {
      const done = await Promise.all(members.map((member) => member.act(stage)));
      acknowledged.push(...done.flat());
    };
    await act('before');
    return {
      inTail: () => act('tail'),
      afterwards: () => act('after'),
      atRest: async (listed) => {
        await act('rest');
        await compareWithStored(stack, { done: acknowledged, tenants: [tenant], listed }, violations);
        await countAgain(scene, tenant, ids);
      },
    };
  },
};

const openCampaigns = async ({ stack }: Scene, tenant: FaultTenant): Promise<LimitedIds> => {
  const open = (points: number, limit: object): Promise<string> =>
    activateCampaign(
      { stack, tenant },
      {
        name: `${points.toString()} under a limit`,
        earningRule: { type: 'FIXED_POINTS', points },
        limits: [limit],
      },
    );
  return {
    times: await open(3, { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: timesMax }),
    points: await open(7, { per: 'MEMBER', period: 'EVER', of: 'POINTS', max: pointsMax }),
    all: await open(1, { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: campaignTimesMax }),
  };
};

class Buyer {
  readonly #scene: Scene;
  readonly #who: Pick<Operation, 'tenant' | 'memberRef'>;
  /** Acknowledged, and not on their way back. */
  readonly #kept = new Map<Stage, Operation[]>();

  constructor(scene: Scene, who: Pick<Operation, 'tenant' | 'memberRef'>) {
    this.#scene = scene;
    this.#who = who;
  }

  /** Half of the receipts are sold at once with the returns. Gives what was acknowledged. */
  async act(stage: Stage): Promise<readonly Done[]> {
    const { sold, back } = stages[stage];
    const half = Math.ceil(sold / 2);
    const first = await this.#sell(stage, { from: 0, to: half });
    const [others, returned] = await Promise.all([
      this.#sell(stage, { from: half, to: sold }),
      Promise.all(back.map((of) => this.#bringBack(stage, of))),
    ]);
    return [...first, ...others, ...returned.flat()];
  }

  async #sell(
    stage: Stage,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<readonly Done[]> {
    const done: Done[] = [];
    const kept = this.#kept.get(stage) ?? [];
    this.#kept.set(stage, kept);
    for (let n = from; n < to; n += 1) {
      const receipt = receiptOf(
        { ...this.#who, ref: `${this.#who.memberRef}-${stage}-${n.toString()}` },
        100,
      );
      done.push(await sendUnjournaled(this.#scene, receipt));
      kept.push(receipt);
    }
    return done;
  }

  async #bringBack(stage: Stage, of: Stage): Promise<readonly Done[]> {
    const receipt = this.#kept.get(of)?.shift();
    if (receipt === undefined) return [];
    const ref = `${this.#who.memberRef}-back-${stage}-${of}`;
    return [await sendUnjournaled(this.#scene, returnOf(receipt, ref, 'whole'))];
  }
}

interface Returned {
  readonly memberId: string;
  readonly awards: readonly { readonly campaignId: string; readonly pointsReversed: number }[];
}

interface Evaluated {
  readonly memberId: string;
  readonly campaigns: readonly { readonly campaignId: string; readonly pointsEarned: number }[];
}

interface Counted {
  readonly times: number;
  readonly points: number;
}

/** What receipts gave less what returns took back, by campaign and member. */
class Tally {
  readonly given = new Map<string, Counted>();
  readonly timesOf = new Map<string, number>();
  takenBack = 0;

  add(stored: Evaluated | Returned): void {
    if ('campaigns' in stored) this.#give(stored);
    else this.#takeBack(stored);
  }

  #give({ memberId, campaigns }: Evaluated): void {
    for (const { campaignId, pointsEarned: points } of campaigns) {
      this.#change(`${campaignId}/${memberId}`, { times: 1, points });
      this.timesOf.set(campaignId, (this.timesOf.get(campaignId) ?? 0) + 1);
    }
  }

  #takeBack({ memberId, awards }: Returned): void {
    this.takenBack += awards.length;
    for (const { campaignId, pointsReversed } of awards)
      this.#change(`${campaignId}/${memberId}`, { times: -1, points: -pointsReversed });
  }

  #change(name: string, { times, points }: Counted): void {
    const before = this.given.get(name) ?? { times: 0, points: 0 };
    this.given.set(name, { times: before.times + times, points: before.points + points });
  }
}

/** Counts again from the stored responses alone. */
const countAgain = async (
  { stack, violations }: Scene,
  tenant: FaultTenant,
  ids: LimitedIds,
): Promise<void> => {
  const tally = new Tally();
  for (const { answer } of [...(await readStored(stack, [tenant])).values()].flat())
    tally.add(JSON.parse(answer.toString()) as Evaluated | Returned);
  const expect = (what: string, counted: readonly number[], max: number): void => {
    for (const count of counted.filter((one) => one !== max))
      violations.add('limit passed or lost', `of ${max.toString()} ${what}: ${count.toString()}`);
  };
  if (tally.takenBack === 0) violations.add('nothing came back', 'under limits');
  const of = (campaignId: string) =>
    [...tally.given].filter(([name]) => name.startsWith(campaignId)).map(([, one]) => one);
  const members = refs.length;
  expect('members', [of(ids.times).length, of(ids.points).length], members);
  expect(
    'times',
    of(ids.times).map(({ times }) => times),
    timesMax,
  );
  expect(
    'points',
    of(ids.points).map(({ points }) => points),
    pointsMax,
  );
  expect('times of all members', [tally.timesOf.get(ids.all) ?? 0], campaignTimesMax);
};
