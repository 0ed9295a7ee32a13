import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '@loyalty/kernel';
import { readLocalStack, type LocalStack } from '@loyalty/stack';
import type { Config } from './config.ts';
import { reasonOf } from './failure-sentence.ts';

/**
 * Finds the local stack whose `.loyalty/local.json` is nearest above `folder`, or at the configured path. Returns null when there
 * is none. Throws a Fault for a file that cannot be read.
 */
export const findLocalStack = (
  { localJsonPath }: Pick<Config, 'localJsonPath'>,
  folder: string,
): LocalStack | null => {
  const path = localJsonPath ?? nearest(folder, join('.loyalty', 'local.json'));
  if (path === null || !existsSync(path)) return null;
  try {
    return readLocalStack(path);
  } catch (cause) {
    throw new Fault(
      'LOCAL_STACK_UNREADABLE',
      `${path} cannot be read (${reasonOf(cause)}): run «npm start» again.`,
      {
        cause,
      },
    );
  }
};

/** Returns the path of `name` in `folder` or in the nearest folder above that has it; null when none has. */
export const nearest = (folder: string, name: string): string | null => {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? null : nearest(parent, name);
};
