import { runOpenLoop } from '../../../fault/src/load/open-loop.ts';
import { commonProducts, dearestPoints, insertDearestTrees } from '../../../support/dear-campaigns.ts';
import { type Attack, attackOf } from '../attack.ts';
import { activate } from '../attacker/activate.ts';
import { type Blow, inLoops } from '../attacker/blow.ts';
import type { Answer } from '../attacker/caller.ts';
import type { Ground } from '../attacker/ground.ts';
import { type Receipt, receiptOf, times } from '../attacker/receipts.ts';

const basket = { amount: 50_000, products: commonProducts };
const dearestReceipt = (): Receipt => receiptOf(undefined, basket);

/** Throws when a response earned anything else: then the trees did not cost what they should. */
const earned = (answer: Answer, points: number): Answer => {
  const isWrong = answer.status === 200 && !answer.text.includes(`"pointsAwarded":${points.toString()},`);
  if (isWrong)
    throw new Error(`a receipt did not earn ${points.toString()} points: ${answer.text.slice(0, 200)}`);
  return answer;
};

const plantTrees = async ({ db, live, tenantId }: Ground): Promise<void> => {
  await db.query(insertDearestTrees, [tenantId, 'live']);
  earned(await live.evaluate(dearestReceipt()), dearestPoints);
};

/** Makes the ten trees over attributes false, at 20 of their 50 comparisons. */
const namedAttributes = Object.fromEntries(times(20, (n) => [`a${n.toString()}`, `no-${n.toString()}`]));
const explainedBasket = JSON.stringify(
  Object.assign({ memberRef: 'somebody', attributes: namedAttributes }, basket),
);

const tree =
  'trees of 50 comparisons, 500 of them over each of 500 lines, and to 180 campaigns that list each line';
const legalTree = 'All of these numbers are the limits themselves (D10, D74, D226, D230).';

interface LimitedCampaign {
  readonly id: string;
  /** The highest that is known to be stored. */
  max: number;
}

const limitedCampaigns = 50;
/** The highest rate at which an environment may be configured (D5). */
const patchesPerSecond = 50;

/** Every second campaign is soon full again, the others give all the time. */
const riseOf = (place: number): number => (place % 2 === 0 ? 5 : 100_000);

/** Three of the 200 limits per member that there may be, and one that all share. */
const limitsOf = (max: number): readonly object[] => [
  ...['DAY', 'WEEK', 'MONTH'].map((period) => ({ per: 'MEMBER', period, of: 'TIMES', max })),
  { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max },
];

const makeLimited = async ({ live }: Ground): Promise<readonly LimitedCampaign[]> => {
  const made: LimitedCampaign[] = [];
  for (const place of times(limitedCampaigns, (n) => n)) {
    const max = riseOf(place);
    const earningRule = { type: 'FIXED_POINTS', points: 1 };
    const id = await activate(live, {
      name: `Limited ${place.toString()}`,
      earningRule,
      limits: limitsOf(max),
    });
    made.push({ id, max });
  }
  return made;
};

/** Raises the limits of the campaigns in turn. A change that was refused is made again in the next turn. */
const raise = async ({ live }: Blow, campaigns: readonly LimitedCampaign[], n: number): Promise<void> => {
  const place = n % campaigns.length;
  const campaign = campaigns[place];
  if (campaign === undefined) return;
  const max = campaign.max + riseOf(place);
  const { status } = await live.patch(`/campaigns/${campaign.id}`, { limits: limitsOf(max) });
  if (status === 200) campaign.max = Math.max(campaign.max, max);
};

interface ListedCampaign {
  readonly id: string;
  readonly timesGiven: number | null;
}

/** Throws when a campaign gave more often than its limit said at its highest, and when the flood reached none of them. */
const judgeTimes = async ({ live }: Ground, campaigns: readonly LimitedCampaign[]): Promise<void> => {
  const { text } = await live.get('/campaigns?limit=200');
  const { campaigns: listed } = JSON.parse(text) as { readonly campaigns: readonly ListedCampaign[] };
  const given = new Map(listed.map(({ id, timesGiven }) => [id, timesGiven ?? 0]));
  const passed = campaigns.filter(({ id, max }) => (given.get(id) ?? 0) > max);
  if (passed.length > 0)
    throw new Error(`${passed.length.toString()} campaigns gave more often than they may`);
  if (!campaigns.some(({ id, max }) => given.get(id) === max)) throw new Error('no limit was reached');
};

/** Attacks by what campaigns ask of a receipt, and by what they count. */
export const conditionsAndLimits: readonly Attack[] = [
  attackOf({
    name: 'dearest-conditions-by-till',
    aimsAt: 'earn-engine',
    does: `Sends receipts of 500 lines and 2,000 categories to ${tree}, from 16 tills.`,
    isLegalBecause: legalTree,
    prepare: plantTrees,
    strike: (blow) =>
      inLoops(16, blow, async () => earned(await blow.live.evaluate(dearestReceipt()), dearestPoints)),
  }),
  attackOf({
    name: 'dearest-conditions-in-bulk',
    aimsAt: 'earn-engine',
    does: `Sends calls of 50 receipts of 500 lines to ${tree}, four at once.`,
    isLegalBecause: `${legalTree.slice(0, -1)}; a call may have 5 MiB.`,
    prepare: plantTrees,
    strike: (blow) => inLoops(4, blow, () => blow.live.bulk(times(50, dearestReceipt))),
  }),
  attackOf({
    name: 'dearest-conditions-explained',
    aimsAt: 'ingress',
    does: `Explains such baskets by ${tree}, sixteen at once; ten trees are false at 20 comparisons each.`,
    isLegalBecause: 'Live keys may explain (D204), and all numbers are the limits themselves.',
    prepare: plantTrees,
    strike: (blow) =>
      inLoops(16, blow, async () =>
        earned(await blow.live.post('/transactions/explain', explainedBasket), dearestPoints - 10),
      ),
  }),
  attackOf({
    name: 'limits-of-all-raised',
    aimsAt: 'earn-engine',
    does: 'Raises the limits of 50 campaigns, 50 changes a second, while 64 tills sell to new members, each of whom has 150 counts.',
    isLegalBecause:
      'An environment may have 200 limits per member (D239) and be changed 3,000 times a minute (D5).',
    prepare: makeLimited,
    strike: async (blow, campaigns) => {
      await Promise.all([
        runOpenLoop(patchesPerSecond, (n) => raise(blow, campaigns, n), blow.signal),
        inLoops(64, blow, () => blow.live.evaluate(receiptOf())),
      ]);
      await judgeTimes(blow.ground, campaigns);
    },
  }),
];
