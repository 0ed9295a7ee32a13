import { parseArgs } from 'node:util';

export const kafkaCases = ['kept', 'behind', 'lost', 'new'] as const;

/** The fate of Kafka while Postgres is lost. */
export type KafkaCase = (typeof kafkaCases)[number];

/** The options of a drill. */
export interface Options {
  readonly kafka: KafkaCase;
  /** Receipts a second. */
  readonly perSecond: number;
  /** The load before and after the time to which Postgres is restored, in seconds each. */
  readonly seconds: number;
}

/** The text for `--help`. */
export const helpText = [
  'npm run drill:restore -- [options]',
  '',
  'Backs a database up under load (archived WAL and a copy of its data directory), loses it, restores it to a time before the loss, and',
  'does what docs/runbooks/restore.md says, by the very commands of that page. Then it judges what must hold and prints RPO and RTO.',
  'Exit code 1: a promise was broken.',
  '',
  '  --kafka CASE   kept: Kafka goes on; behind: it is set back to before the time of the restore; lost: an empty cluster takes its place;',
  '                 new: a copy of all records on another cluster (kept)',
  '  --rate N       receipts a second (60)',
  '  --seconds N    of load before the time of the restore, and after it (12)',
].join('\n');

/** Reads the options; null: help was asked for. Throws for a case that does not exist. */
export const readOptions = (args: readonly string[]): Options | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kafka: { type: 'string', default: 'kept' },
      rate: { type: 'string', default: '60' },
      seconds: { type: 'string', default: '12' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const kafka = kafkaCases.find((name) => name === values.kafka);
  if (kafka === undefined) throw new Error(`--kafka is one of ${kafkaCases.join(', ')}`);
  return { kafka, perSecond: Number(values.rate), seconds: Number(values.seconds) };
};
