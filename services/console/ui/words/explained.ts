/** Texts of what limits, caps, groups and multipliers did to what a campaign gives. */
export const explainedWords = {
  multiplied: (multiplier: string) => `times ${multiplier}, the multiplier of the tier`,
  cut: {
    LIMIT: 'cut to what its limit leaves',
    CAP: 'cut to what one member may get from all campaigns together',
  },
  cutFrom: (points: string, cut: string) => `${points}, ${cut}`,
  cutOtherwise: (by: string) => `cut by ${by}`,
  ruleGives: (points: string) => `its rule gives ${points}`,
  left: (limit: string, left: string) => `${limit}: ${left} left`,
  noneLeft: (limit: string) => `${limit}: none left`,
  line: (place: string) => `line ${place}`,
  lines: (places: string) => `lines ${places}`,
  andMore: (places: string, more: string) => `${places} and ${more} more`,
  units: (count: string) => (count === '1' ? '1 unit' : `${count} units`),
  earnsOn: (lines: string, units: string, amount: string) => `it earns on ${lines}: ${units}, ${amount}`,
  noLine: 'no line of the basket earns',
  aDraft: 'A draft',
  instead: 'gives instead: of a group one campaign does',
  cappedInstead: 'would give instead, but the member has all points for this time',
};
