/** The texts of the page that shows who returns, voids and adjusts most. */
export const exceptionWords = {
  title: 'Exceptions',
  about:
    'This page adds up the points that returns, voids and adjustments moved, highest first. Days are in UTC.',
  by: 'Group by',
  subjects: { member: 'Member', credential: 'Person or key', store: 'Store' },
  range: 'Period',
  ranges: { '7d': '7 days', '30d': '30 days', '90d': '90 days' },
  order: 'Sort by',
  acts: 'Actions',
  groups: { returns: 'Returns', voids: 'Redemptions', byHand: 'Adjustments' },
  columns: {
    pointsForgiven: 'Forgiven',
    pointsToDeduct: 'Owed',
    pointsReversed: 'Reversed',
    pointsVoided: 'Voided',
    pointsLapsed: 'Lapsed',
    pointsGiven: 'Added',
    pointsTaken: 'Removed',
  },
  /** Names that are shown without the heading of a group above them. */
  orders: {
    pointsForgiven: 'Points forgiven',
    pointsToDeduct: 'Points owed',
    pointsReversed: 'Points reversed',
    pointsVoided: 'Points voided',
    pointsLapsed: 'Points lapsed',
    pointsGiven: 'Points added',
    pointsTaken: 'Points removed',
  },
  explained: 'What the columns count',
  actsExplained: 'This is the number of returns, voids, lapsed authorizations and adjustments.',
  explanations: {
    pointsForgiven:
      'Returns should have reversed these points, but the member no longer had them, so they were forgiven.',
    pointsToDeduct:
      'Returns should have reversed these points, but the member no longer had them. They are deducted from what the member earns next.',
    pointsReversed:
      'These points were earned by purchases that were returned. Forgiven points and owed points are included.',
    pointsVoided:
      'The member had redeemed these points. They were refunded because someone voided the redemption.',
    pointsLapsed:
      'The member had redeemed these points. They were refunded because the redemption was neither captured nor voided in time.',
    pointsGiven: 'Someone added these points to the member’s balance by an adjustment.',
    pointsTaken: 'Someone removed these points from the member’s balance by an adjustment.',
  },
  cutShort: (time: string) =>
    `Only actions since ${time} UTC are counted, because there are more than 100,000 in this period. None of the figures includes earlier actions.`,
  days: (name: string) => `Days of ${name}`,
  daysCut: 'Only the 31 days with the most points are shown.',
  kinds: {
    KEY: 'API key',
    PERSON: 'person',
    OPERATOR: 'operator',
    STREAM: 'stream',
    SERVICE: 'engine job',
  },
  nobody: 'Unknown',
  nobodyAbout: 'For adjustments without a reference, only the audit log shows who made them.',
  noStore: 'No store',
  noStoreAbout: 'Adjustments never name a store.',
  adjustments: 'Show the adjustments in the audit log',
  most: (count: string) => `Only the ${count} with the most points are shown.`,
  noneTitle: 'No exceptions in this period',
  none: (range: string) =>
    `No purchase was returned, no redemption was voided and no points were adjusted in the last ${range}.`,
};
