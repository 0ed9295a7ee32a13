import { createSecretKey, type KeyObject } from 'node:crypto';
import { Fault } from '@loyalty/kernel';
import type { SecretBox, SecretPlace } from '@loyalty/storage';

/**
 * Opens a secret that was sealed for this row. Returns null when it cannot be opened, because its key is missing or it was sealed
 * for another row. Then the tasks of this row wait, not those of the environment.
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
