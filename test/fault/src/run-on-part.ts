import { join } from 'node:path';
import { homeOf, startOwnStack } from './own-stack.ts';
import { runCases } from './run-cases.ts';
import { runMain } from './run-main.ts';
import { say } from './say.ts';
import { runVariant, type Scenery } from './set-back/set-back-run.ts';
import { summaryOf } from './set-back/summary.ts';
import { variants, type VariantName } from './set-back/variants/variants.ts';
import type { Violations } from './violations.ts';

/** A part that is started before the stack which it serves. */
export interface OwnPart {
  readonly part: Scenery['part'] & { stop(): Promise<void> };
  /** Tells the stack that the part is there. */
  readonly variables: Readonly<Record<string, string>>;
  /** Judges what the run alone does not show. Default: nothing. */
  readonly judge?: (scenery: Scenery, violations: Violations) => Promise<void>;
}

export interface OnPart {
  /** Of the folder under `.loyalty`. */
  readonly folder: string;
  /** What is started, in words. */
  readonly title: string;
  readonly variant: VariantName;
  /** How the load is drawn, and how much of it comes before the part fails. */
  readonly load: Parameters<typeof runVariant>[2];
  /** Starts the part, which keeps its files in this folder. */
  readonly start: (home: string) => Promise<OwnPart>;
}

/** One case on a part and a stack of its own; false when a promise was broken. */
export const holdsOnPart = async ({ folder, title, variant, load, start }: OnPart): Promise<boolean> => {
  say(`\n${title}; starting it and a stack in .loyalty/${folder}`);
  const beganMs = performance.now();
  const { part, variables, judge } = await start(join(homeOf(folder), 'part'));
  try {
    const stack = await startOwnStack(folder, variables);
    try {
      const outcome = await runVariant({ stack, part }, variants[variant], load);
      await judge?.({ stack, part }, outcome.violations);
      say(summaryOf(outcome, performance.now() - beganMs));
      return outcome.violations.lines().length === 0;
    } finally {
      await stack.stop();
    }
  } finally {
    await part.stop();
  }
};

/** The command of a fault that has one case; exit code 1 when a promise was broken. */
export const runOnPart = <Options extends { readonly seed: number }>(
  { helpText, readOptions }: Readings<Options>,
  caseOf: (options: Options) => OnPart,
): Promise<void> =>
  runMain(async () => {
    const options = readOptions(process.argv.slice(2));
    if (options === null) {
      say(helpText);
      return;
    }
    const only = caseOf(options);
    await runCases({ seed: options.seed, names: [only.folder], holds: () => holdsOnPart(only) });
  });

/** What a command may be told. */
interface Readings<Options> {
  readonly helpText: string;
  /** Null: help was asked for. */
  readonly readOptions: (args: readonly string[]) => Options | null;
}
