/** The texts about how limits, caps, groups and multipliers changed what a campaign awards. */
export const explainedWords = {
  multiplied: (multiplier: string) => `Multiplied by ${multiplier}, the tier multiplier`,
  cut: {
    LIMIT: 'Reduced by a limit of the campaign',
    CAP: 'Reduced by the points cap per member',
  },
  cutFrom: (points: string, cut: string) => `${cut}, from ${points}`,
  cutOtherwise: (by: string) => `Reduced by ${by}`,
  ruleGives: (points: string) => `The rule alone awards ${points}`,
  left: (limit: string, left: string) => `Limit (${limit}): ${left} left`,
  noneLeft: (limit: string) => `Limit (${limit}): none left`,
  line: (place: string) => `line ${place}`,
  lines: (places: string) => `lines ${places}`,
  andMore: (places: string, more: string) => `${places} and ${more} more`,
  units: (count: string) => (count === '1' ? '1 unit' : `${count} units`),
  earnsOn: (lines: string, units: string, amount: string) => `Earns on ${lines}: ${units}, ${amount}`,
  noLine: 'No line of the basket earns',
  aDraft: 'A draft',
  instead: 'applies instead: only one campaign of a group awards points',
  cappedInstead: 'would apply instead, but the member has reached the points cap',
};
