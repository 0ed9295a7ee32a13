/** Which lifecycle rules an event meets (D65). */
export const lifecycleTypes = ['SIGNUP', 'BIRTHDAY', 'ANNIVERSARY', 'REFERRAL', 'CUSTOM'] as const;

export type LifecycleType = (typeof lifecycleTypes)[number];
