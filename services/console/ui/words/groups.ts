/** Texts of campaigns that give instead of others, and of the tier's multiplier. */
export const groupWords = {
  title: 'Instead of which others',
  group: 'Group',
  groupHint: 'Of the campaigns with the same group one gives. Without a group it adds up with all others.',
  priority: 'Priority',
  priorityHint:
    'The highest of its group gives; of equal ones the one that is worth most. Where a member’s points are capped, the lowest is cut first. From −1,000 to 1,000; 0 without one.',
  multiplier: 'Times the multiplier of the member’s tier',
  multiplierHint: 'Leave it off where the till multiplies already: its points would be multiplied twice.',
  named: (group: string) => `«${group}»`,
  oneOf: (rule: string, group: string) => `${rule}; one of ${group} gives`,
  multiplied: 'by the tier of the member',
};
