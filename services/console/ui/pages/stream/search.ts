import { given, type Search, textIn } from '../../model/address.ts';

export interface StreamSearch {
  readonly code?: string;
  readonly partition?: number;
}

export const streamSearch = ({ code, partition }: Search): StreamSearch =>
  given({
    code: textIn(code),
    partition:
      typeof partition === 'number' && Number.isSafeInteger(partition) && partition >= 0
        ? partition
        : undefined,
  });
