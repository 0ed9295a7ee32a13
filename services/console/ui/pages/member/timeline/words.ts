/** The texts of the timeline of a member. */
export const timelineWords = {
  kind: 'Kind',
  all: 'Everything',
  kinds: {
    LEDGER: 'Points',
    TRANSACTION: 'Receipts and redemptions',
    EVENT: 'Events',
    REWARD: 'Rewards',
    NOTE: 'Notes',
    CHANGE: 'Changes',
  },
  what: 'What happened',
  time: 'Time',
  amount: 'Amount',
  points: 'Points',
  note: 'Note',
  event: 'Event',
  reward: 'Reward',
  balance: (points: string) => `balance ${points}`,
  none: 'Nothing yet',
  noneDetail:
    'Receipts, points, events, rewards, notes and changes of this member appear here, newest first.',
  noMatch: 'Nothing of this kind',
  noMatchDetail: 'Choose another kind, or everything.',
  unread: (kinds: string) => `Your sign-in does not show these here: ${kinds}.`,
};
