import { join } from 'node:path';
import { closeDrill } from '@loyalty/stack/drill';
import { homeOf, startStackIn } from './own-stack.ts';
import { say } from './say.ts';
import { runVariant, type Scenery } from './set-back/set-back-run.ts';
import { summaryOf } from './set-back/summary.ts';
import { variants, type VariantName } from './set-back/variants/variants.ts';
import type { Violations } from './violations.ts';

/** A part that starts before the stack that uses it. */
export interface OwnPart {
  readonly part: Scenery['part'] & { stop(): Promise<void> };
  /** Environment variables that point the stack to the part. */
  readonly variables: Readonly<Record<string, string>>;
  /** Checks more than the run itself does. Default: nothing. */
  readonly judge?: (scenery: Scenery, violations: Violations) => Promise<void>;
}

export interface OnPart {
  /** The name of the folder under `.loyalty`. */
  readonly folder: string;
  /** Names the part for the person at the terminal. */
  readonly title: string;
  readonly variant: VariantName;
  /** The seed of the load, and how many receipts come before the part fails. */
  readonly load: Parameters<typeof runVariant>[2];
  /** Starts the part, which keeps its files in this folder. */
  readonly start: (home: string) => Promise<OwnPart>;
}

/** Runs one case on its own part and stack. Returns false when a promise was broken. */
export const holdsOnPart = async ({ folder, title, variant, load, start }: OnPart): Promise<boolean> => {
  say(`\n${title}; starting it and a stack in .loyalty/${folder}`);
  const beganMs = performance.now();
  const { part, variables, judge } = await start(join(homeOf(folder), 'part'));
  try {
    const stack = await startStackIn(folder, variables);
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

/** Runs the only case of a drill, and closes it. */
export const runOnPart = async (only: OnPart): Promise<void> => {
  const seed = only.load.seed.toString();
  say(`Seed ${seed}`);
  closeDrill(await holdsOnPart(only), `--seed ${seed}`);
};
