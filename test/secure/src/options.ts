import { parseArgs } from 'node:util';

/** The options of a run. */
export interface Options {
  /** Evaluates a second while passwords are changed. */
  readonly perSecond: number;
}

/** The text for `--help`. */
export const helpText = [
  'npm run test:secure -- [options]',
  '',
  'Starts Kafka (SASL_SSL, SCRAM-SHA-512, StandardAuthorizer), a registry behind TLS with credentials, Postgres (hostssl only) and Redis (TLS,',
  'one user) in .loyalty/secure, with certificates of a new authority; it needs openssl. Then all services, each as its own principal. Judges',
  'what works, what is refused, what is shown, and a change of every password under load. Exit code 1: a promise was broken.',
  '',
  '  --rate N      evaluates a second while passwords are changed (60)',
].join('\n');

/** Reads the options; null: help was asked for. */
export const readOptions = (args: readonly string[]): Options | null => {
  const { values } = parseArgs({
    args: [...args],
    options: { rate: { type: 'string' }, help: { type: 'boolean' } },
  });
  return values.help === true ? null : { perSecond: Number(values.rate ?? 60) };
};
