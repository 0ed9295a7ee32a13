import { createSecretBox, readSecretKeys, type SecretBox } from '@loyalty/storage';
import type { CommandContext } from './session.ts';
import { notConfigured } from './addresses.ts';

/** Creates the box that seals and opens secrets at rest, with the keys of the environment or else of the local stack. */
export const secretBoxOf = ({ config, addresses }: CommandContext): SecretBox => {
  const secretKeys = config.secretKeys ?? null;
  const secretKeysFile = config.secretKeysFile ?? addresses.localStack()?.secretKeysFile ?? null;
  if (secretKeys === null && secretKeysFile === null) throw notConfigured('SECRET_KEYS');
  return createSecretBox(readSecretKeys({ secretKeys, secretKeysFile }));
};
