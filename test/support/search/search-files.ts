import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readLocalStack } from '@loyalty/stack';
import { type Finding, finderOf, type Token } from './forms-of.ts';

/** The present length of each log; only later bytes may contain tokens created now. */
export type LogLengths = ReadonlyMap<string, number>;

export const logLengths = (): LogLengths => new Map(logs().map((path) => [path, statSync(path).size]));

/** Searches what was written to every log file of the running stack since then, Postgres' included. */
export const searchLogs = (tokens: readonly Token[], since: LogLengths): Finding[] => {
  const find = finderOf(tokens);
  return logs().flatMap((path) => {
    const written = readFileSync(path).subarray(since.get(path) ?? 0);
    return find(written.toString('latin1')).map((what): Finding => [path, what]);
  });
};

const logs = (): readonly string[] => {
  const { parts, services } = readLocalStack();
  const folders = Object.values({ ...parts, ...services }).map(({ log }) => dirname(log));
  return [...new Set(folders)].flatMap((folder) =>
    readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile()),
  );
};
