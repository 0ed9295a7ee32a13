import { say } from './say.ts';

export interface CasesToRun<Name extends string> {
  readonly seed: number;
  readonly names: readonly Name[];
  /** The option that names one of them. Default: there is only one. */
  readonly flag?: string;
  /** Runs one; false when a promise was broken. */
  readonly holds: (name: Name) => Promise<boolean>;
}

/** Runs one case after the other and prints how to run the failed ones again; exit code 1 when there are any. */
export const runCases = async <Name extends string>({
  seed,
  names,
  flag,
  holds,
}: CasesToRun<Name>): Promise<void> => {
  say(`Seed ${seed.toString()}`);
  const broken: Name[] = [];
  for (const name of names) if (!(await holds(name))) broken.push(name);
  const flags = flag === undefined ? [] : broken.map((name) => `${flag} ${name}`);
  const wayOn = `Broken promises: run again with ${[`--seed ${seed.toString()}`, ...flags].join(' ')}.`;
  say(broken.length === 0 ? 'Every promise held.' : wayOn);
  process.exitCode = broken.length === 0 ? 0 : 1;
};
