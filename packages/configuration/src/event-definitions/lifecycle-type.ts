import { lifecycleTypes, type LifecycleType } from '@loyalty/rules';

/** The type that a key stands for: its last segment where that is one of the words, as in `member.birthday` (D65). */
export const lifecycleTypeOf = (key: string): LifecycleType => {
  const word = key.slice(key.lastIndexOf('.') + 1).toUpperCase();
  return lifecycleTypes.find((type) => type === word) ?? 'CUSTOM';
};
