/** The texts of exclusive groups, priorities and the tier multiplier of campaigns. */
export const groupWords = {
  title: 'Exclusivity and priority',
  group: 'Exclusive group',
  groupHint:
    'Only one campaign of a group awards points: the one with the highest priority. Leave empty to award in addition to all other campaigns.',
  priority: 'Priority',
  priorityHint:
    'From −1,000 to 1,000. Default: 0. If priorities in a group are equal, the most valuable award counts. When a member reaches the points cap, the campaign with the lowest priority is reduced first.',
  multiplier: 'Multiply points by the member’s tier multiplier',
  multiplierHint:
    'Leave this off if your checkout already multiplies; otherwise points are multiplied twice.',
  named: (group: string) => `“${group}”`,
  oneOf: (rule: string, group: string) => `${rule}; exclusive group ${group}`,
  multiplied: 'applied',
};
