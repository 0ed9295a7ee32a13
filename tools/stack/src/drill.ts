import { parseArgs } from 'node:util';
import { Fault } from '@loyalty/kernel';
import { printLine, Verdicts } from './print-line.ts';

/** A program that `npm run drill -- NAME` runs. */
export interface Drill {
  /** Returns the help, which follows the command that was called. */
  helpOf(command: string): string;
  /** Runs the drill. Sets exit code 1 if a promise was broken, if it throws, or for an impossible value. */
  run(args: readonly string[]): Promise<void>;
}

interface DrillParts<Options extends OptionTable> {
  readonly about: string;
  /** Options are found by the names of their values; `restMinutes` is `--rest-minutes`. */
  readonly options: Options;
  /**
   * Notes promises in the verdicts, or ends with {@link closeDrill}. Otherwise it has only printed something.
   */
  readonly run: (values: ValuesOf<Options>, verdicts: Verdicts) => Promise<void>;
}

export const defineDrill = <Options extends OptionTable>({
  about,
  options,
  run,
}: DrillParts<Options>): Drill => ({
  helpOf: (command) =>
    [`${command} [options]`, about.trim(), linesOf(options)].filter((part) => part !== '').join('\n\n'),
  run: async (args) => {
    const values = valuesOrNull(options, args);
    if (values !== null) await runToItsEnd((verdicts) => run(values, verdicts));
  },
});

export const defineForwardingDrill = ({
  about,
  takes,
  run,
}: {
  readonly about: string;
  readonly takes: string;
  readonly run: (args: readonly string[], verdicts: Verdicts) => Promise<void>;
}): Drill => ({
  helpOf: (command) => `${command} [${takes}]\n\n${about.trim()}`,
  run: (args) => runToItsEnd((verdicts) => run(args, verdicts)),
});

/** Counts what was judged before a throw. */
const runToItsEnd = async (work: (verdicts: Verdicts) => Promise<void>): Promise<void> => {
  const verdicts = new Verdicts();
  try {
    await work(verdicts);
  } catch (failure) {
    process.exitCode = 1;
    if (verdicts.isUsed) verdicts.judge('the drill came to its end', false, textOf(failure));
    else process.stderr.write(`${textOf(failure)}\n`);
  }
  if (verdicts.isUsed) verdicts.close();
};

/** A fault says in one sentence what is missing; of anything else the stack matters. */
const textOf = (failure: unknown): string => {
  if (!(failure instanceof Error)) return String(failure);
  return failure instanceof Fault ? failure.message : (failure.stack ?? failure.message);
};

/** Sets the exit code. `again` lists the options that repeat what was broken. */
export const closeDrill = (holds: boolean, ...again: readonly string[]): void => {
  const wayOn = again.length === 0 ? '' : `: run again with ${again.join(' ')}`;
  printLine(holds ? 'Every promise held.' : `Broken promises${wayOn}.`);
  process.exitCode = holds ? 0 : 1;
};

/** Runs cases, and ends with the seed and the names of those that failed. */
export const runCases = async <Name extends string>(
  { seed, only }: { readonly seed: number; readonly only: readonly Name[] },
  holds: (name: Name) => Promise<boolean>,
): Promise<void> => {
  printLine(`Seed ${seed.toString()}`);
  const broken: Name[] = [];
  for (const name of only) if (!(await holds(name))) broken.push(name);
  closeDrill(broken.length === 0, `--seed ${seed.toString()}`, `--only ${broken.join()}`);
};

export interface DrillOption<Value> {
  /** The text after the flag in the help, such as `N`; empty for a switch. */
  readonly hint: string;
  readonly help: readonly [string, ...string[]];
  /** The flag. Default: the name in the table, in kebab-case. */
  readonly flag?: string | undefined;
  /** Reads all given values. Throws an Error for an impossible one. */
  readonly read: (given: readonly string[], flag: string) => Value;
}

type OptionTable = Readonly<Record<string, DrillOption<unknown>>>;

export type ValuesOf<Options extends OptionTable> = {
  readonly [Name in keyof Options]: ReturnType<Options[Name]['read']>;
};

/** An option for a number of 0 or more. Default: `usual`. */
export const numberOption = <Usual extends number | null>(
  help: string,
  usual: Usual,
  flag?: string,
): DrillOption<number | Usual> => ({
  hint: 'N',
  help: [usual === null ? help : `${help} (${usual.toString()})`],
  flag,
  read: ([...given], name) => {
    const last = given.at(-1);
    const count = Number(last);
    if (last === undefined) return usual;
    if (count >= 0) return count;
    throw new Error(`--${name} must be a number from 0`);
  },
});

/** An option for a number above 0, because with 0 nothing would be judged. */
export const positiveOption = <Usual extends number | null>(
  help: string,
  usual: Usual,
): DrillOption<number | Usual> => {
  const { read, hint, help: lines } = numberOption(help, usual);
  return {
    hint,
    help: lines,
    read: (given, name) => {
      const count = read(given, name);
      if (count !== 0) return count;
      throw new Error(`--${name} must be a number above 0`);
    },
  };
};

export const seedOption = (what = 'of the load'): DrillOption<number> => {
  const { hint, read } = numberOption('', null);
  return {
    hint,
    help: [`the seed ${what}; printed at the start`],
    read: (given, flag) => read(given, flag) ?? Math.floor(Math.random() * 1_000_000),
  };
};

export const flagOption = (help: string): DrillOption<boolean> => ({
  hint: '',
  help: [help],
  read: (given) => given.length > 0,
});

export const textOption = (hint: string, help: string): DrillOption<string | null> => ({
  hint,
  help: [help],
  read: (given) => given.at(-1) ?? null,
});

/** An option for names that only the drill knows, separated by commas. Default: none. */
export const namesOption = (help: string): DrillOption<readonly string[]> => ({
  hint: 'NAME[,NAME]',
  help: [help],
  read: (given) => given.flatMap((names) => names.split(',')).filter((name) => name !== ''),
});

/** An option for some of these names, separated by commas. Default: all. */
export const onlyOption = <Name extends string>(
  titles: Readonly<Record<Name, string>>,
  help = 'only these',
): DrillOption<readonly Name[]> => {
  const names = namesIn(titles);
  const { hint, read } = namesOption(help);
  return {
    hint,
    help: [`${help} (all)`, ...names.map((name) => `${name.padEnd(15)} ${titles[name]}`.trim())],
    read: (given, flag) => {
      const asked = read(given, flag);
      return asked.length === 0 ? names : asked.map((name) => oneOf(names, name, flag));
    },
  };
};

export const choiceOption = <Name extends string>(
  titles: Readonly<Record<Name, string>>,
  usual: NoInfer<Name>,
): DrillOption<Name> => {
  const names = namesIn(titles);
  return {
    hint: 'NAME',
    help: [`one of these (${usual})`, ...names.map((name) => `${name.padEnd(15)} ${titles[name]}`)],
    read: (given, flag) => oneOf(names, given.at(-1) ?? usual, flag),
  };
};

const namesIn = <Name extends string>(titles: Readonly<Record<Name, string>>): readonly Name[] =>
  Object.keys(titles).filter((name): name is Name => name in titles);

const oneOf = <Name extends string>(names: readonly Name[], asked: string, flag: string): Name => {
  const name = names.find((each) => each === asked);
  if (name === undefined) throw new Error(`--${flag}: there is no ${asked}; there are ${names.join(', ')}`);
  return name;
};

/** Reads the options. Throws an Error for an unknown flag or an impossible value. */
export const readDrillOptions = <Options extends OptionTable>(
  options: Options,
  args: readonly string[],
): ValuesOf<Options> => {
  const named = Object.entries(options).map(([name, option]) => ({
    name,
    option,
    flag: flagOf(name, option),
  }));
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      named.map(({ flag, option }) => [
        flag,
        { type: option.hint === '' ? 'boolean' : 'string', multiple: true } as const,
      ]),
    ),
  });
  return Object.fromEntries(
    named.map(({ name, option, flag }) => {
      const given = values[flag] as readonly (string | boolean)[] | undefined;
      return [name, option.read((given ?? []).map(String), flag)];
    }),
  ) as ValuesOf<Options>;
};

const valuesOrNull = <Options extends OptionTable>(
  options: Options,
  args: readonly string[],
): ValuesOf<Options> | null => {
  try {
    return readDrillOptions(options, args);
  } catch (failure) {
    process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
    process.exitCode = 1;
    return null;
  }
};

const flagOf = (name: string, { flag }: DrillOption<unknown>): string =>
  flag ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const linesOf = (options: OptionTable): string => {
  const rows = Object.entries(options).map(([name, option]) => ({
    flag: `--${flagOf(name, option)} ${option.hint}`.trim(),
    help: option.help,
  }));
  const width = Math.max(...rows.map(({ flag }) => flag.length)) + 3;
  return rows
    .flatMap(({ flag, help: [first, ...others] }) => [
      `  ${flag.padEnd(width)}${first}`,
      ...others.map((line) => `    ${line}`),
    ])
    .join('\n');
};
