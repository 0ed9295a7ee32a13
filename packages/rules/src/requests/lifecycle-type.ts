/** The lifecycle types that rules and definitions can name (D65). */
export const lifecycleTypes = ['SIGNUP', 'BIRTHDAY', 'ANNIVERSARY', 'REFERRAL', 'CUSTOM'] as const;

const words: readonly string[] = lifecycleTypes.filter((type) => type !== 'CUSTOM');

/**
 * Normalises the type of an event: the four types that rules name match in any case, other texts stay as they are
 * (D77).
 */
export const knownLifecycleType = (type: string): string => {
  const upper = type.toUpperCase();
  return words.includes(upper) ? upper : type;
};

export type LifecycleType = (typeof lifecycleTypes)[number];
