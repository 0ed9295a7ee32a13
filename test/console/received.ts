import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { Redis } from 'ioredis';
import type { Page } from 'playwright-core';
import { readLocalStack } from '@loyalty/stack';
import type { Text } from './balancer.ts';

/** What the pages of one test file have logged. */
const consoleLines: Text[] = [];
const kept: Text[] = [];

/** Notes what scripts say, for `leaksOf`. */
export const recordWindow = (page: Page): void => {
  page.on('console', (message) =>
    consoleLines.push({ where: 'the console of a page', text: message.text() }),
  );
};

/** Notes what a window keeps at its end, for `leaksOf`. */
export const recordKept = async (page: Page): Promise<void> => {
  if (!page.isClosed() && page.url().startsWith('http')) kept.push(await keptBy(page));
};

/** Reads all that a window keeps for scripts. Its address is left out: there a provider puts its code, for one use. */
const keptBy = async (page: Page): Promise<Text> => ({
  where: `what ${new URL(page.url()).pathname} keeps`,
  text: await page.evaluate<string>(
    `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state])`,
  ),
});

interface Searched {
  readonly passed: readonly Text[];
  readonly cookies: ReadonlySet<string>;
  /** Texts that nobody but a server may hold. */
  readonly secrets: readonly string[];
  /** Logs of the processes that a story started by itself. */
  readonly logs: readonly string[];
}

/** Remembers where each log of the stack ends, so that a story judges its own lines. */
export const logsFromNow = (): (() => readonly Text[]) => {
  const { services, clients } = readLocalStack();
  const begun = Object.values({ ...services, ...clients }).map(({ log }) => ({ log, at: bytesOf(log) }));
  return () => begun.map(({ log, at }) => ({ where: log, text: readFrom(log, at) }));
};

const bytesOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

const readFrom = (path: string, at: number): string => {
  const bytes = Buffer.alloc(Math.max(0, bytesOf(path) - at));
  if (bytes.length === 0) return '';
  const file = openSync(path, 'r');
  readSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
  return bytes.toString('latin1');
};

/**
 * Searches all that browsers got and keep, logs and Redis for tokens, cookies, codes, secrets and keys. Returns where one
 * is, without it. Throws where what should have been searched is not there.
 */
export const leaksOf = async (
  { passed, cookies, secrets, logs }: Searched,
  stackLogs: () => readonly Text[],
): Promise<readonly string[]> => {
  const own = logs.map((path) => ({ where: path, text: readFileSync(path, 'latin1') }));
  const all = [...passed, ...consoleLines, ...kept, ...own, ...stackLogs(), ...(await textsInRedis())];
  if (passed.length === 0 || cookies.size === 0 || own.every(({ text }) => text === ''))
    throw new Error('nothing was searched');
  const kib = Math.round(all.reduce((sum, { text }) => sum + text.length, 0) / 1024);
  process.stdout.write(
    `searched: ${(passed.length / 2).toString()} responses, ${consoleLines.length.toString()} lines of pages, ` +
      `${kept.length.toString()} windows, logs and Redis, ${kib.toString()} KiB, for ${cookies.size.toString()} cookies ` +
      `and ${secrets.length.toString()} secrets\n`,
  );
  const hidden = [...secrets, ...cookies];
  return all.flatMap(({ where, text }) => leaksIn(where, text, hidden));
};

const patterns = {
  'a token': /eyJ[\w-]{8,}\.eyJ[\w-]{8,}/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY/,
  'the secret of a webhook': /whsec_[\w+/=-]{8,}/,
  // Not a hint, which has dots in its middle.
  'an API key': /sk_(live|test)_[0-9A-Za-z]{38}/,
};

/** Each is shown once, to the person who makes it. */
const mayShow: Readonly<Record<string, RegExp>> = {
  'the secret of a webhook': /^(POST|PATCH|PUT) .*\/webhooks/,
  'an API key': /^POST .*\/api-keys(\/[\w-]+\/rotate)?$/,
};

const leaksIn = (where: string, text: string, hidden: readonly string[]): readonly string[] => {
  const shown = Object.entries(patterns).flatMap(([what, pattern]) =>
    pattern.test(text) && mayShow[what]?.test(where) !== true ? [what] : [],
  );
  const held = hidden.filter((secret) => text.includes(secret)).map((secret) => `«${secret.slice(0, 4)}…»`);
  return [...shown, ...held].map((what) => `${what} in ${where}`);
};

/** Every key with its value, whatever its type. */
const textsInRedis = async (): Promise<readonly Text[]> => {
  const redis = new Redis(readLocalStack().redisUrl, { lazyConnect: true });
  const all: Text[] = [];
  let cursor = '0';
  do {
    const [next, names] = await redis.scan(cursor, 'COUNT', 1_000);
    cursor = next;
    for (const name of names)
      all.push({ where: `Redis ${name}`, text: `${name} ${await valueOf(redis, name)}` });
  } while (cursor !== '0');
  redis.disconnect();
  return all;
};

const valueOf = async (redis: Redis, name: string): Promise<string> => {
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    string: async () => (await redis.getBuffer(name))?.toString('latin1'),
    hash: () => redis.hgetall(name),
    list: () => redis.lrange(name, 0, -1),
    set: () => redis.smembers(name),
    zset: () => redis.zrange(name, '0', '-1'),
  };
  return JSON.stringify((await reads[await redis.type(name)]?.()) ?? null);
};
