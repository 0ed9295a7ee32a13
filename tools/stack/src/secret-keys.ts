import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';

/** 256 bits. */
const keyBytes = 32;

/**
 * Makes the key of secrets at rest where there is none; only its owner may read it. The caller holds the lock of the
 * stack.
 */
export const ensureSecretKeys = (path: string): void => {
  if (existsSync(path)) return;
  writeFileSync(path, `local:${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600 });
};
