import { words } from '../../words/index.ts';

export const whyWords = {
  title: words.pages.why,
  about: 'See what a receipt earned, and why it did not earn more.',
  ask: 'Look up a receipt',
  receiptRef: 'Receipt reference',
  receiptHint: 'Enter the transactionRef that your checkout sent.',
  lookUp: 'Look up receipt',
  orBasket: 'Or evaluate a basket',
  orBasketAbout: 'Nothing is saved. The basket is evaluated as a receipt would be now.',
  basket: 'Basket',
  judge: 'Evaluate basket',
  change: 'Edit basket',
  another: 'Look up another receipt',
  member: 'Member',
  memberHint: 'Enter your reference for the member. The member does not need to exist.',
  amount: 'Amount',
  amountFault: 'Enter an amount above 0, for example 150 or 19.99.',
  store: 'Store',
  currency: 'Currency',
  boughtAt: 'Time of purchase',
  boughtHint: 'In UTC. Leave empty for now; a time in the future is possible.',
  sku: 'Product (SKU)',
  quantity: 'Quantity',
  quantityFault: 'Enter a number above 0.',
  price: 'Unit price',
  priceFault: 'Enter an amount, for example 19.99.',
  categories: 'Categories',
  categoriesHint: 'Separate categories with commas.',
  paid: 'Amount paid for the line',
  paidText: (amount: string) => ` paid ${amount}`,
  paidHint: 'Leave empty for quantity × unit price.',
  attributes: 'Attributes',
  attributesHint: 'Enter one attribute per line, for example channel=online.',
  line: (place: number) => `Line ${place.toString()}`,
  addLine: 'Add a line',
  removeLine: (place: number) => `Remove line ${place.toString()}`,
  test: {
    send: 'Send as test receipt',
    done: 'Test receipt sent',
  },
  caused: {
    title: 'What the receipt caused',
    ledger: 'Ledger',
    noLedger: 'It moved no points.',
    balance: (points: string) => `balance ${points}`,
    rewards: 'Rewards',
    noRewards: 'It awarded no reward.',
    deliveries: 'Webhook deliveries of the minute after it',
    noWebhooks: 'No webhook is set up in this environment.',
    noDeliveries: (host: string) => `nothing was sent to ${host}`,
    statuses: { SUCCEEDED: 'Succeeded', FAILED: 'Failed', RETRYING: 'Retrying', PENDING: 'Pending' },
  },
  receipt: 'Receipt',
  reference: 'Reference',
  decided: 'Evaluated',
  balanceAfter: 'Balance afterwards',
  fromLog: 'from the request log',
  typed: 'entered here',
  asDecided: 'Original result',
  asNow: 'Result if evaluated now',
  headings: {
    nothing: 'Why did this receipt earn nothing?',
    some: 'What did this receipt earn?',
    basket: 'What would this basket earn?',
  },
  fired: (points: string, campaigns: number) =>
    `${points} points, from ${campaigns === 1 ? 'one campaign' : `${campaigns.toString()} campaigns`}.`,
  firedRewardsOnly: (campaigns: number) =>
    campaigns === 1
      ? 'One campaign applied and awarded a reward.'
      : `${campaigns.toString()} campaigns applied and awarded rewards.`,
  noneFired: (judged: number) =>
    judged === 0
      ? 'No campaign applied, because none is active.'
      : judged === 1
        ? 'No campaign applied. One campaign was checked.'
        : `No campaign applied. ${judged.toString()} campaigns were checked.`,
  nowAbout:
    'Evaluated with the current campaigns and the current data of the member. Campaigns are listed in the order in which the engine checks them.',
  unknownMember: 'No member has this reference yet, so the basket was evaluated for a new member.',
  noneFiredThen: 'No campaign applied.',
  notedThen: 'Reasons recorded at that time',
  truncated: 'Only the first 100 reasons were recorded.',
  lostBasket: 'The API stores what a receipt earned, but not what was bought.',
  lostBasketAbout: 'Enter the basket to evaluate it now.',
  pending: (points: string) => `${points} of these points are pending.`,
  deducted: (points: string) => `${points} of these points were deducted for earlier returns.`,
  failed: 'The receipt was rejected',
  unknownReceiptTitle: (ref: string) => `Receipt “${ref}” not found`,
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
  states: { passed: 'passed', failed: 'failed', open: 'not checked' },
  stepState: (step: string, state: string) => `${step}: ${state}`,
  checks: 'Checks',
  pausedToo: 'Paused campaigns, evaluated as if they were active',
  wouldGive: (points: string) =>
    `This campaign is paused. If it were active, it would award ${points} points.`,
  wereActive: (sentence: string) => `This campaign is paused. If it were active: ${sentence}`,
  notActive: 'Not active',
  given: 'Applied',
  onEvents: 'For events',
  rewards: (count: number) => (count === 1 ? 'and one reward' : `and ${count.toString()} rewards`),
  act: 'Next steps',
  give: 'Adjust points',
  openCampaign: (name: string) => `Open ${name}`,
  times: (quantity: string) => `${quantity} ×`,
  moreLines: (count: string) => `and ${count} more lines`,
  unknownReason: (reason: string) => `The reason is ${reason}, which this console does not know yet.`,
  reasons: {
    CAMPAIGN_NOT_ACTIVE: 'This campaign is a draft, or it is paused.',
    DATE_RANGE: 'The purchase was before the start or after the end of this campaign.',
    STORE_MISMATCH: 'This campaign is for other stores.',
    CURRENCY_MISMATCH: 'This campaign is for another currency.',
    BELOW_MIN_SPEND: 'The basket is below the minimum basket of this campaign.',
    SEGMENT_MISMATCH: 'The member is in none of the segments of this campaign.',
    TIER_NOT_ELIGIBLE: 'This campaign is exclusive to a tier that the member has not reached.',
    CONDITION_NOT_MET: 'The conditions of this campaign are not met.',
    BUDGET_EXHAUSTED: 'The budget of this campaign is used up.',
    NOT_A_TRANSACTION_RULE: 'This campaign applies to events, not to receipts.',
    PRODUCT_MISMATCH: 'No line of the basket has one of the products of this campaign.',
    PROBABILITY_MISS: 'The draw was not won. Each receipt has a draw of its own.',
    NOTHING_TO_AWARD: 'The award comes to 0 points and no reward.',
    ALREADY_AWARDED: 'This campaign applies once per member, and the member already has the award.',
    LIMIT_REACHED: 'A limit of this campaign has been reached.',
    OUTRANKED: 'Another campaign of the group applies instead.',
    CAP_REACHED: 'The member has reached the points cap.',
    STAMPED: 'A stamp was added to the card, which is not complete yet.',
    REWARD_LIMIT: 'Some or all rewards were left out: one receipt earns at most 50 rewards.',
  },
  values: {
    dates: (at: string, from: string | null, to: string | null) =>
      from === null
        ? `The purchase was on ${at}; this campaign ended on ${to ?? ''}.`
        : to === null
          ? `The purchase was on ${at}; this campaign starts on ${from}.`
          : `The purchase was on ${at}; this campaign runs from ${from} to ${to}.`,
    store: (store: string | null, stores: string) =>
      store === null
        ? `The receipt names no store; this campaign is for ${stores}.`
        : `The receipt is from store ${store}; this campaign is for ${stores}.`,
    currency: (own: string, its: string) => `The receipt is in ${own}; this campaign is for ${its}.`,
    basket: (own: string, least: string) => `The basket is ${own}; this campaign requires at least ${least}.`,
    segment: (own: string | null, its: string) =>
      own === null
        ? `The member is in none of the segments of this campaign: ${its}.`
        : `The member is in ${own}; this campaign is for ${its}.`,
    tier: (own: string | null, its: string) =>
      `The member is ${own === null ? 'in no tier' : `in tier ${own}`}; this campaign is for ${its} and above.`,
    conditions: (failed: readonly string[]) =>
      `The conditions of this campaign are not met: ${failed.join('; ')}.`,
    budget: (budget: string) => `The budget of ${budget} is used up.`,
    products: (own: string | null, its: string) =>
      own === null
        ? `The basket has no lines; this campaign is for ${its}.`
        : `The basket has ${own}; this campaign is for ${its}.`,
    probability: (share: string) =>
      `The draw was not won: the chance of winning is ${share}. Each receipt has a draw of its own.`,
    percentage: (share: string, amount: string) => `${share} of ${amount} comes to 0 points.`,
  },
  andOthers: (first: string, others: string) => `${first} and ${others} others`,
  noSegments: 'no segment',
  deletedSegment: 'a deleted segment',
};
