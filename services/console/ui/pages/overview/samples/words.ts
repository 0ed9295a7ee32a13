/** Words that only a new environment loads: the list of what to set up. */
export const setupWords = {
  title: 'Set up your programme',
  done: (done: number, all: number) => `${done.toString()} of ${all.toString()} done`,
  isDone: 'Done',
  isOpen: 'To do',
  steps: {
    timeZone: {
      title: 'Set the time zone',
      why: 'It decides when a day begins, for campaigns and for their limits.',
    },
    phoneCountry: {
      title: 'Set the country of phone numbers',
      why: 'Members are then found by the number as people dial it.',
    },
    pointValue: {
      title: 'Set what a point costs you',
      why: 'Budgets and your liability for outstanding points are calculated with it.',
    },
    tiers: { title: 'Create tiers', why: 'Members move up as they collect points.' },
    campaign: { title: 'Activate a campaign', why: 'Receipts earn nothing until one is active.' },
    key: { title: 'Create an API key', why: 'Your tills and your web shop need one.' },
    webhook: { title: 'Add a webhook', why: 'Your own systems are then notified of what happens.' },
  },
};

/** The same: its first receipts. */
export const sampleWords = {
  title: 'Try it with sample data',
  about:
    'This sends 200 receipts of 20 made-up members to the test environment over ten seconds. Nothing reaches a customer.',
  makesCampaign: (name: string) =>
    `No campaign is active, so receipts would earn nothing. The console first creates and activates the campaign “${name}”, which you can archive later.`,
  campaignName: 'Sample: 1 % of every basket',
  send: 'Send 200 sample receipts',
  again: 'Send 200 more receipts',
  doing: {
    campaign: 'Creating a campaign',
    members: 'Enrolling 20 members',
    receipts: 'Sending receipts',
  },
  sent: (sent: string, all: string) => `${sent} of ${all} receipts sent`,
  done: (sent: string) => `${sent} receipts were sent. The chart shows what they earned.`,
  refused: (count: string, why: string) =>
    count === '1' ? `1 receipt was rejected: ${why}` : `${count} receipts were rejected: ${why}`,
  progress: 'Sample receipts',
  own: 'Or send your own receipt',
  ownAbout: 'This call sends a first receipt to your tenant:',
  liveTitle: 'No activity yet',
  liveAbout: 'Receipts appear here within seconds. Send a first one with this call:',
  inTest: 'Try it in test first',
};
