/** Texts of the page that shows who returns, voids and adjusts most. */
export const exceptionWords = {
  title: 'Exceptions',
  about: 'Points that returns, voids and adjustments moved, those with most first. Days are in UTC.',
  by: 'Add up by',
  subjects: { member: 'Member', credential: 'Who did it', store: 'Store' },
  range: 'Days shown',
  ranges: { '7d': '7 days', '30d': '30 days', '90d': '90 days' },
  order: 'Order by',
  acts: 'Acts',
  groups: { returns: 'Returns', voids: 'Redemptions', byHand: 'By hand' },
  columns: {
    pointsForgiven: 'Forgiven',
    pointsToDeduct: 'Owed',
    pointsReversed: 'Taken back',
    pointsVoided: 'Voided',
    pointsLapsed: 'Lapsed',
    pointsGiven: 'Given',
    pointsTaken: 'Taken',
  },
  /** Where no heading of a group stands above. */
  orders: {
    pointsForgiven: 'Points forgiven',
    pointsToDeduct: 'Points owed',
    pointsReversed: 'Points taken back',
    pointsVoided: 'Points voided',
    pointsLapsed: 'Points lapsed',
    pointsGiven: 'Points given',
    pointsTaken: 'Points taken',
  },
  explained: 'What the columns count',
  actsExplained: 'Returns, voids, lapses and adjustments are counted.',
  explanations: {
    pointsForgiven:
      'Returns should have taken these points back, but the member no longer had them. They were forgiven.',
    pointsToDeduct:
      'Returns should have taken these points back, but the member no longer had them. They are deducted from what the member earns next.',
    pointsReversed:
      'Purchases that were returned had given these points. Points that were forgiven and points that are owed are among them.',
    pointsVoided:
      'The member had redeemed these points and got them back, because somebody voided the redemption.',
    pointsLapsed:
      'The member had redeemed these points and got them back, because the redemption was neither captured nor voided in time.',
    pointsGiven: 'Somebody gave these points to the member by an adjustment.',
    pointsTaken: 'Somebody took these points from the member by an adjustment.',
  },
  cutShort: (time: string) =>
    `Only acts since ${time} UTC are counted, because there are more than 100,000 in these days. Earlier acts are in none of these figures.`,
  days: (name: string) => `Days of ${name}`,
  daysCut: 'Only the 31 days with the most points are shown.',
  kinds: {
    KEY: 'API key',
    PERSON: 'person',
    OPERATOR: 'operator',
    STREAM: 'stream',
    SERVICE: 'job of the engine',
  },
  nobody: 'Not known',
  nobodyAbout: 'Adjustments without a reference do not say here who made them. The audit log does.',
  noStore: 'No store',
  noStoreAbout: 'Adjustments never name a store.',
  adjustments: 'Adjustments in the audit log',
  most: (count: string) => `Only the ${count} with the most points are shown.`,
  noneTitle: 'No exceptions in these days',
  none: (range: string) =>
    `Nobody returned a purchase, voided a redemption or adjusted points in the last ${range}.`,
};
