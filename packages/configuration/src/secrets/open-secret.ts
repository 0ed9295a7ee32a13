import { createSecretKey, type KeyObject } from 'node:crypto';
import { Fault } from '@loyalty/kernel';
import type { SecretBox, SecretPlace } from '@loyalty/storage';

/**
 * The secret that was sealed for this row; null when it cannot be opened, because its key is not among ours or it was sealed for
 * another row: that row is held, and not the environment.
 */
export const openSecret = (box: SecretBox, place: SecretPlace, sealed: Uint8Array): KeyObject | null => {
  try {
    const secret = box.open(place, sealed);
    return secret === null ? null : createSecretKey(secret);
  } catch (failure) {
    if (failure instanceof Fault && failure.code === 'SECRET_REFUSED') return null;
    throw failure;
  }
};
