import { parseArgs } from 'node:util';

/** The options of a takeover run. */
export interface TakeoverOptions {
  /** How often one of two engines is killed. */
  readonly kills: number;
  readonly seed: number;
}

/** The text for `--help`. */
export const helpText = [
  'npm run test:takeover -- [options]',
  '',
  'Starts a stack, kills one of two engines again and again, and takes the network from the node of one (as root, with',
  'iptables). It kills ingress, Postgres and Kafka as often, each of which runs once. Then it lets four more engines join',
  'at once under 200 requests a second, and restarts each in turn. Exit code 1: partitions were silent for too long,',
  'facts waited in the outbox for too long, or a request failed.',
  '',
  '  --kills N   of one of two engines, and of each server; the median counts (10)',
  '  --seed N    draws which of the two; printed at the start',
].join('\n');

/** Reads the options; null: help was asked for. */
export const readOptions = (args: readonly string[]): TakeoverOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: { kills: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) return null;
  return {
    kills: Number(values.kills ?? 10),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
  };
};
