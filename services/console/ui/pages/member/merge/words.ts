/** The texts of the dialog that merges two members. */
export const mergeWords = {
  title: 'Merge two members',
  about: (name: string) =>
    `If ${name} is known to you as two members, make them one. Both must be the same person, and the merge cannot be undone.`,
  find: {
    label: 'Find the other member',
    hint: 'Any card or other reference, name, email, phone or member ID',
    searching: 'Searching…',
    none: (text: string) => `No other member matches “${text}”.`,
    same: (text: string) => `“${text}” is a reference of this member already.`,
    found: (count: string) => (count === '1' ? '1 member found' : `${count} members found`),
    more: 'There are more. Type more of the reference or the name.',
    byReference: (reference: string) => `has the reference ${reference}`,
    points: (points: string) => (points === '1' ? '1 point' : `${points} points`),
    failed: 'The search failed. Type again in a moment.',
  },
  other: 'Choose another member',
  stays: 'Who stays',
  sides: {
    table: 'Both members',
    what: 'Compared',
    winner: 'Stays',
    loser: 'Is merged',
    state: 'State',
    balance: 'Points',
    lifetime: 'Lifetime points',
    tier: 'Tier',
    noTier: 'None',
    rewards: 'Rewards',
    references: 'References',
    since: 'Member since',
    lastSeen: 'Last seen',
    never: 'Never',
    atLeast: (count: string) => `${count} or more`,
    unknown: '–',
  },
  preview: {
    title: 'What the merge does',
    pending: 'Checking whether these two can be merged…',
    points: (points: string, balance: string) =>
      points === '1'
        ? `1 point moves and keeps its expiry date. The balance will be ${balance}.`
        : `${points} points move and keep their expiry dates. The balance will be ${balance}.`,
    lifetime: (points: string) =>
      points === '1'
        ? '1 lifetime point moves. The tier follows from the sum of both, and may rise.'
        : `${points} lifetime points move. The tier follows from the sum of both, and may rise.`,
    rewards: (count: string) =>
      count === '1' ? '1 reward moves, even if it is used.' : `${count} rewards move, used ones too.`,
    rest: 'Pending points, stamps, uses of limits, static segments and notes of both are added up.',
    references: (loser: string, winner: string) =>
      `Receipts and redemptions by ${loser}, or by another reference of that member, count for ${winner}.`,
    stays: (loser: string) =>
      `The ledger, receipts, events and consents of ${loser} stay on their own page, which can only be read. Consents do not move.`,
    windows: (loser: string) =>
      `What ${loser} bought counts in the totals at once, but not in periods such as the last 90 days.`,
  },
  blocked: {
    title: 'They cannot be merged now',
    again: 'Check again',
    page: (name: string) => `Open ${name}`,
    reasons: {
      MERGED: (name: string) => `${name} was merged into another member before.`,
      NOT_ACTIVE: (name: string) =>
        `${name} is not active. Reinstate a suspended member first; an erased one cannot be merged.`,
      OPEN_AUTHORIZATION: (name: string) =>
        `${name} has an open authorization. Capture it or void it on their page first.`,
      POINTS_OVERFLOW: () =>
        'Together they would have more points than can be stored. Adjust the points of one of them first.',
      RETRY: (name: string) => `The tier of ${name} is changing right now. Check again in a few seconds.`,
    } as Readonly<Record<string, (name: string) => string>>,
    limits: {
      memberReferences: (limit: string) =>
        `Together they would have more than ${limit} references. Take away those that nobody uses any more.`,
      mergedRewards: (limit: string, name: string) =>
        `${name} has more than ${limit} rewards, which is as many as one merge moves. Let ${name} stay instead.`,
      mergedRows: (limit: string, name: string) =>
        `${name} has more points with dates of their own, stamps and uses than one merge moves, which is ${limit}. Let ${name} stay instead.`,
    } as Readonly<Record<string, (limit: string, name: string) => string>>,
    /** A later release may know more reasons than this page. */
    unknown: (reason: string, name: string) => `${name}: ${reason}`,
    toThem: 'Open that member',
  },
  reason: 'Reason',
  reasonHint: 'Why both are one person. It is shown on the page of the member who is merged.',
  noReason: 'Say why, in a few words.',
  submit: 'Merge for good',
  done: (loser: string, winner: string) => `${loser} was merged into ${winner}`,
  balance: (points: string) => `The balance is ${points}.`,
};
