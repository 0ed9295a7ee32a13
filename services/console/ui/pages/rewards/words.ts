import { words } from '../../words/index.ts';

/** The texts of the page of rewards. */
export const rewardWords = {
  title: words.pages.rewards,
  about:
    'These are the coupons, gift cards, discounts and free items that campaigns and tiers awarded, newest first.',
  code: 'Find by code',
  codeHint: 'Code, as the member shows it',
  state: 'State',
  anyState: 'Any state',
  kind: 'Type',
  anyKind: 'Any type',
  given: 'Awarded',
  noCode: 'no code yet',
  noneTitle: 'No rewards yet',
  none: 'Campaigns and tiers award coupons, gift cards, discounts and free items. Each member can see the reward and its code within a second.',
  noMatchTitle: 'No matches',
  noMatch: 'No reward has this state, type and code.',
  noMatchYetTitle: 'No matches so far',
  noMatchYet: 'Older rewards have not been searched yet.',
  pick: 'Choose a reward to see where it came from and what happened to it.',
  list: 'Back to the list',
  member: 'Member',
  campaign: 'Campaign',
  tier: 'Tier',
  receipt: 'Receipt',
  issued: 'Code issued',
  expires: 'Valid until',
  redeemed: 'Redeemed',
  redeemedWith: 'Redeemed with receipt',
  redeemedIn: 'Redeemed in store',
  expired: 'Expired',
  failed: 'Failed',
  attempts: 'Code requested',
  times: (count: number) => (count === 1 ? 'once' : `${count.toString()} times`),
  id: 'Reward ID',
  skus: (count: string) => `${count} products to choose from`,
  failures: {
    MEMBER_ERASED: 'The member was erased before the reward had a code.',
    POOL_EMPTY: 'The code pool was empty. Add codes to it, then try again.',
    NOT_CONFIGURED:
      'The settings name a code provider that does not exist. Correct the settings, then try again.',
    PROVIDER_AWAY:
      'The code provider could not be reached or was busy at every attempt. Try again once it is available.',
    PROVIDER_REFUSED: 'The code provider rejected the request. Ask the provider why, then try again.',
    PROVIDER_BAD_ANSWER: 'The code provider responded without a usable code. Try again, or ask the provider.',
    PROVIDER_DUPLICATE_CODE: 'The code provider returned a code that another reward already has. Try again.',
    PROVIDER_AMBIGUOUS:
      'We could not confirm whether the code provider issued a code, so the request was not repeated. Check with the provider before you try again.',
    RETURNED: 'A return took the reward back before it had a code, so no code will be requested.',
  },
  retry: 'Try again',
  retried: 'Code requested again',
  retryAll: (count: string) => `Retry all ${count}`,
  retrying: (done: string, all: string) => `${done} of ${all} retried…`,
  retriedAll: (count: string) =>
    count === '1' ? '1 code requested again' : `${count} codes requested again`,
  refusedSome: (count: string) =>
    count === '1'
      ? '1 reward was left out, because someone else had already retried it or the member no longer exists.'
      : `${count} rewards were left out, because someone else had already retried them or the members no longer exist.`,
  redeem: 'Redeem…',
  redemption: {
    title: 'Redeem reward',
    about:
      'A reward can be redeemed only once, and this cannot be undone. A checkout that reads its code afterwards sees that it has been used.',
    receipt: 'Receipt reference',
    receiptHint:
      'Redeeming the reward again with the same receipt has no effect; any other receipt is rejected.',
    store: 'Store',
    optional: 'This field is optional.',
    submit: 'Redeem reward',
    done: 'Reward redeemed',
  },
  expire: 'Expire…',
  expiry: {
    title: 'Expire this reward?',
    about: 'Its code can no longer be used. This cannot be undone.',
    submit: 'Expire reward',
    done: 'Reward expired',
  },
};
