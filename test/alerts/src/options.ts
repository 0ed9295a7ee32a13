import { parseArgs } from 'node:util';

/** The options of a run. */
export interface Options {
  /** Parts of the run: queries, rest, names of faults, of an exercise's own faults; empty: all. */
  readonly only: readonly string[];
  readonly restMinutes: number;
  /** Each fault is watched for at least so long, in seconds. */
  readonly watchSeconds: number;
  /** The folder for pictures of the dashboards; null: none are drawn. */
  readonly picturesFolder: string | null;
  /** The seed of an exercise; null: none is asked for. */
  readonly exerciseSeed: number | null;
  /** True: list the faults, and start nothing. */
  readonly isList: boolean;
}

/** The text for `--help`. */
export const helpText = [
  'npm run test:alerts -- [options]',
  '',
  'Starts a stack in .loyalty/alerts, a load on it, and a Prometheus with the rules of deploy/helm/loyalty/files. Every query of rules, dashboards',
  'and scaling must have an answer. At rest no alert may fire. Each fault must raise its alert within two minutes and no page on another',
  'cause, and the alert must end with the fault. Exit code 1: a promise was broken.',
  '',
  '  --only NAME[,NAME]   only these of: queries, rest, and the names of faults',
  '  --rest-minutes N     how long nothing may fire before the first fault (10)',
  '  --watch-seconds N    how long each fault is watched at least (120)',
  '  --pictures FOLDER    at the end, draw every dashboard from what its queries return, as SVG',
  '  --exercise SEED      plant eight faults one after the other; each stays until a line of standard input says what it is',
  '  --list               list the faults, and start nothing',
].join('\n');

/** Reads the options; null: help was asked for. Throws an Error for a number that cannot be meant. */
export const readOptions = (args: readonly string[]): Options | null => {
  const { values } = parseArgs({ args: [...args], options: flags });
  if (values.help === true) return null;
  return {
    only: values.only?.split(',') ?? [],
    restMinutes: numberOf('rest-minutes', values['rest-minutes'], 10),
    watchSeconds: numberOf('watch-seconds', values['watch-seconds'], 120),
    picturesFolder: values.pictures ?? null,
    exerciseSeed: values.exercise === undefined ? null : numberOf('exercise', values.exercise, 1),
    isList: values.list === true,
  };
};

const flags = {
  only: { type: 'string' },
  'rest-minutes': { type: 'string' },
  'watch-seconds': { type: 'string' },
  pictures: { type: 'string' },
  exercise: { type: 'string' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const numberOf = (flag: string, given: string | undefined, fallback: number): number => {
  const count = Number(given ?? fallback);
  if (count > 0) return count;
  throw new Error(`--${flag} must be a number above 0`);
};
