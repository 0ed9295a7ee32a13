import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readLocalStack } from '@loyalty/stack';
import { finderOf, type Token } from './forms-of.ts';
import type { Finding } from './search-database.ts';

/** Looks for the tokens in every log file of the running stack, Postgres' included. */
export const searchLogs = (tokens: readonly Token[]): Finding[] => {
  const find = finderOf(tokens);
  const { parts, services } = readLocalStack();
  const logs = Object.values({ ...parts, ...services }).map(({ log }) => dirname(log));
  return [...new Set(logs)].flatMap((folder) =>
    readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .flatMap((path) => find(readFileSync(path, 'latin1')).map((what): Finding => [path, what])),
  );
};
