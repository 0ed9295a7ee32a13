import { lifecycleTypes, type LifecycleType } from '@loyalty/rules';

/** Returns the type that a key implies: its last segment if that is a lifecycle type, as in `member.birthday` (D65). */
export const lifecycleTypeOf = (key: string): LifecycleType => {
  const word = key.slice(key.lastIndexOf('.') + 1).toUpperCase();
  return lifecycleTypes.find((type) => type === word) ?? 'CUSTOM';
};
