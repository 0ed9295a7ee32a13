/** Which lifecycle rules an event meets (D65). */
export const lifecycleTypes = ['SIGNUP', 'BIRTHDAY', 'ANNIVERSARY', 'REFERRAL', 'CUSTOM'] as const;

const words: readonly string[] = lifecycleTypes.filter((type) => type !== 'CUSTOM');

/** A type as it is told to us: the four words that rules wait for are known in any case, other names stay as they are (D77). */
export const knownLifecycleType = (type: string): string => {
  const upper = type.toUpperCase();
  return words.includes(upper) ? upper : type;
};

export type LifecycleType = (typeof lifecycleTypes)[number];
