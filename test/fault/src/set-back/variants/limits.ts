import { receiptOf } from '../../load/operations.ts';
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
const campaignTimesMax = refs.length * 10;
/** Receipts of each member: more in all than any limit allows. */
const receipts = { before: 7, tail: 2, after: 4 };

/** Campaigns by what their limits count. */
type LimitedIds = Readonly<Record<'times' | 'points' | 'all', string>>;

/**
 * Uses of the tail are lost with the awards that they counted. Then the log gives both again, beside receipts that
 * come right after the loss: no limit is passed, and none of it is lost.
 */
export const lostUses: Variant = {
  title: 'limits were nearly used up in the tail, and the rest is used after it',
  begin: async (scene) => {
    const { stack, violations } = scene;
    const tenant = await createBareTenant(stack, 'Limits');
    const ids = await openCampaigns(scene, tenant);
    const acknowledged = await buy(scene, tenant, 'before');
    return {
      inTail: async () => {
        acknowledged.push(...(await buy(scene, tenant, 'tail')));
      },
      afterwards: async () => {
        acknowledged.push(...(await buy(scene, tenant, 'after')));
      },
      atRest: async (listed) => {
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

/** Sends some receipts of each member, all members at once. */
const buy = async (scene: Scene, tenant: FaultTenant, when: keyof typeof receipts): Promise<Done[]> => {
  const buyOf = async (memberRef: string): Promise<Done[]> => {
    const done: Done[] = [];
    for (let n = 0; n < receipts[when]; n += 1) {
      const ref = `${memberRef}-${when}-${n.toString()}`;
      done.push(await sendUnjournaled(scene, receiptOf({ tenant, ref, memberRef }, 100)));
    }
    return done;
  };
  return (await Promise.all(refs.map(buyOf))).flat();
};

interface Evaluated {
  readonly memberId: string;
  readonly campaigns: readonly { readonly campaignId: string; readonly pointsEarned: number }[];
}

/** From the stored responses alone. */
const countAgain = async (
  { stack, violations }: Scene,
  tenant: FaultTenant,
  ids: LimitedIds,
): Promise<void> => {
  const given = new Map<string, { times: number; points: number }>();
  let ofAll = 0;
  for (const { answer } of [...(await readStored(stack, [tenant])).values()].flat()) {
    const { memberId, campaigns } = JSON.parse(answer.toString()) as Evaluated;
    for (const { campaignId, pointsEarned } of campaigns) {
      const name = `${campaignId}/${memberId}`;
      const { times, points } = given.get(name) ?? { times: 0, points: 0 };
      given.set(name, { times: times + 1, points: points + pointsEarned });
      if (campaignId === ids.all) ofAll += 1;
    }
  }
  const expect = (what: string, counted: readonly number[], max: number): void => {
    for (const count of counted.filter((one) => one !== max))
      violations.add('limit passed or lost', `of ${max.toString()} ${what}: ${count.toString()}`);
  };
  const of = (campaignId: string) =>
    [...given].filter(([name]) => name.startsWith(campaignId)).map(([, one]) => one);
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
  expect('times of all members', [ofAll], campaignTimesMax);
};
