import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startOwnStack, type OwnStack } from '@loyalty/stack';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Returns the path of a folder under `.loyalty` that no other stack uses. */
export const homeOf = (folder: string): string => join(root, '.loyalty', folder);

/**
 * Starts a stack in the folder of this name under `.loyalty` and waits until it serves. Environment variables such as
 * DATABASE_URL name parts that run already.
 */
export const startStackIn = (
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<OwnStack> => startOwnStack({ root, home: homeOf(folder), variables });
