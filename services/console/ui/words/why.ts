import { words } from './index.ts';

export const whyWords = {
  title: words.pages.why,
  about: 'What a receipt earned, and why it earned no more.',
  ask: 'Ask about a receipt',
  receiptRef: 'Receipt reference',
  receiptHint: 'As the till sent it in transactionRef.',
  lookUp: 'Look it up',
  orBasket: 'Or a basket',
  orBasketAbout: 'Nothing is written. It is judged as a receipt would be now.',
  basket: 'The basket',
  judge: 'Judge it',
  change: 'Change the basket',
  another: 'Another receipt',
  member: 'Member',
  memberHint: 'Your reference of the customer, who need not exist.',
  amount: 'Amount',
  amountFault: 'Write an amount above 0, as 150 or 19.99.',
  store: 'Store',
  currency: 'Currency',
  usualCurrency: 'ZAR',
  boughtAt: 'Bought',
  boughtHint: 'UTC; now where it is empty. It may lie ahead.',
  sku: 'Product',
  quantity: 'Quantity',
  quantityFault: 'Write a number above 0.',
  price: 'Price each',
  priceFault: 'Write an amount, as 19.99.',
  categories: 'Categories',
  categoriesHint: 'With commas between.',
  paid: 'Paid for the line',
  paidText: (amount: string) => ` paid ${amount}`,
  paidHint: 'Quantity × price without it.',
  attributes: 'Attributes',
  attributesHint: 'One on each line, as channel=online.',
  line: (place: number) => `Line ${place.toString()}`,
  addLine: 'Add a line',
  removeLine: (place: number) => `Take line ${place.toString()} away`,
  receipt: 'The receipt',
  reference: 'Reference',
  decided: 'Decided',
  balanceAfter: 'Balance after it',
  fromLog: 'from the request log',
  typed: 'typed',
  asDecided: 'As it was decided',
  asNow: 'As it would be judged now',
  headings: {
    nothing: 'Why did this receipt earn nothing?',
    some: 'What did this receipt earn?',
    basket: 'What would this basket earn?',
  },
  fired: (points: string, campaigns: number) =>
    `${points} points, from ${campaigns === 1 ? 'one campaign' : `${campaigns.toString()} campaigns`}.`,
  firedRewardsOnly: (campaigns: number) =>
    campaigns === 1
      ? 'One campaign fired, with a reward.'
      : `${campaigns.toString()} campaigns fired, with rewards.`,
  noneFired: (judged: number) =>
    judged === 0
      ? 'No campaign fired, and none is active.'
      : judged === 1
        ? 'No campaign fired. One came into question.'
        : `No campaign fired. ${judged.toString()} came into question.`,
  nowAbout: 'Judged by today’s campaigns and what is known of the member now, in the order of the engine.',
  unknownMember: 'Nobody has this reference yet: judged as a new member.',
  noneFiredThen: 'No campaign fired.',
  notedThen: 'What the engine noted then',
  truncated: 'The first 100 are kept.',
  lostBasket: 'The API keeps what a receipt earned, not what was bought.',
  lostBasketAbout: 'Type the basket to have it judged now.',
  pending: (points: string) => `${points} of them wait until they mature`,
  deducted: (points: string) => `${points} of them were deducted for returns of before`,
  failed: 'It was refused',
  unknownReceiptTitle: (ref: string) => `No receipt «${ref}»`,
  steps: {
    active: 'Active',
    dates: 'Dates',
    store: 'Store',
    currency: 'Currency',
    basket: 'Basket',
    segment: 'Segment',
    tier: 'Tier',
    conditions: 'Conditions',
    budget: 'Budget',
    rule: 'Rule',
    limit: 'Limit',
    group: 'Group',
    cap: 'Cap',
  },
  states: { passed: 'passed', failed: 'failed', open: 'not judged' },
  stepState: (step: string, state: string) => `${step}: ${state}`,
  checks: 'Checks',
  pausedToo: 'Paused, judged as if they were active',
  wouldGive: (points: string) => `It is paused. If it were active, it would give ${points} points.`,
  wereActive: (sentence: string) => `It is paused. If it were active: ${sentence}`,
  notActive: 'Not active',
  given: 'Fired',
  rewards: (count: number) => (count === 1 ? 'and a reward' : `and ${count.toString()} rewards`),
  act: 'Do something about it',
  give: 'Give points, with a reason',
  openCampaign: (name: string) => `Open ${name}`,
  times: (quantity: string) => `${quantity} ×`,
  moreLines: (count: string) => `and ${count} lines more`,
  unknownReason: (reason: string) => `The engine says ${reason}, which is newer than this page.`,
  reasons: {
    CAMPAIGN_NOT_ACTIVE: 'It is a draft or paused.',
    DATE_RANGE: 'The receipt lies before its start or after its end.',
    STORE_MISMATCH: 'It is for other stores.',
    CURRENCY_MISMATCH: 'It is for another currency.',
    BELOW_MIN_SPEND: 'The basket is smaller than its least spend.',
    SEGMENT_MISMATCH: 'The member is in none of its segments.',
    TIER_NOT_ELIGIBLE: 'It is for a tier that the member has not reached.',
    CONDITION_NOT_MET: 'Its conditions do not hold for this receipt.',
    BUDGET_EXHAUSTED: 'Its budget is spent.',
    NOT_A_TRANSACTION_RULE: 'Its rule fires on events, never on receipts.',
    PRODUCT_MISMATCH: 'No line of the basket is one of its products.',
    PROBABILITY_MISS: 'The draw was lost. Each receipt has a draw of its own.',
    NOTHING_TO_AWARD: 'The award comes to 0 points and no reward.',
    ALREADY_AWARDED: 'It fires once for a member, and has.',
    LIMIT_REACHED: 'A limit of the campaign is reached.',
    OUTRANKED: 'Another campaign of its group gives instead.',
    CAP_REACHED: 'The member has all points that one may get in this time.',
    STAMPED: 'Its card got a stamp and is not complete yet.',
    REWARD_LIMIT: 'It gave fewer rewards than its rule says, or none: one receipt gives 50 at most.',
  },
  values: {
    dates: (at: string, from: string | null, to: string | null) =>
      from === null
        ? `The receipt is of ${at}; this campaign ended on ${to ?? ''}.`
        : to === null
          ? `The receipt is of ${at}; this campaign begins on ${from}.`
          : `The receipt is of ${at}; this campaign runs from ${from} to ${to}.`,
    store: (store: string | null, stores: string) =>
      store === null
        ? `The receipt names no store; this campaign is for ${stores}.`
        : `The receipt is from store ${store}; this campaign is for ${stores}.`,
    currency: (own: string, its: string) => `The receipt is in ${own}; this campaign is for ${its}.`,
    basket: (own: string, least: string) => `The basket is ${own}; this campaign begins at ${least}.`,
    segment: (own: string | null, its: string) =>
      own === null
        ? `The member is in none of its segments: ${its}.`
        : `The member is in ${own}; this campaign is for ${its}.`,
    tier: (own: string | null, its: string) =>
      `The member is ${own === null ? 'in no tier' : `in tier ${own}`}; this campaign is for ${its} and above.`,
    conditions: (failed: readonly string[]) => `Its conditions do not hold: ${failed.join('; ')}.`,
    budget: (budget: string) => `Its budget of ${budget} is spent.`,
    products: (own: string | null, its: string) =>
      own === null
        ? `The basket has no lines; this campaign is for ${its}.`
        : `The basket has ${own}; this campaign is for ${its}.`,
    probability: (share: string) =>
      `The draw was lost: it wins with a probability of ${share}. Each receipt has a draw of its own.`,
    percentage: (share: string, amount: string) => `${share} of ${amount} comes to 0 points.`,
  },
  andOthers: (first: string, others: string) => `${first} and ${others} others`,
  noSegments: 'no segment',
  deletedSegment: 'a segment that is gone',
};
