/** Which lifecycle rules the events of a definition meet (D65). */
export const lifecycleTypes = ['SIGNUP', 'BIRTHDAY', 'ANNIVERSARY', 'REFERRAL', 'CUSTOM'] as const;

export type LifecycleType = (typeof lifecycleTypes)[number];

/** The type that a key stands for: its last segment where that is one of the words, as in `member.birthday` (D65). */
export const lifecycleTypeOf = (key: string): LifecycleType => {
  const word = key.slice(key.lastIndexOf('.') + 1).toUpperCase();
  return lifecycleTypes.find((type) => type === word) ?? 'CUSTOM';
};
