import { join } from 'node:path';
import { homeOf, startOwnStack, type OwnStack } from '../own-stack.ts';
import { runMain } from '../run-main.ts';
import { say } from '../say.ts';
import { runVariant } from '../set-back/set-back-run.ts';
import { summaryOf } from '../set-back/summary.ts';
import { variants } from '../set-back/variants/variants.ts';
import { loyaltyctlJson } from '../loyaltyctl.ts';
import { FillingDatabase } from './filling-database.ts';
import { helpText, readOptions, type FullDiskOptions } from './options.ts';

const folder = 'full-disk';
/** Before the disk is filled. */
const receipts = 500;

/** `npm run test:full-disk`: Postgres has no room for a while; exit code 1 when a promise was broken. */
const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    say(helpText);
    return;
  }
  say(`Seed ${options.seed.toString()}; starting Postgres on a small disk and a stack in .loyalty/${folder}`);
  const beganMs = performance.now();
  const database = await FillingDatabase.start(join(homeOf(folder), 'disk'), options.seconds * 1_000);
  try {
    const stack = await startOwnStack(folder, { DATABASE_URL: database.url });
    try {
      process.exitCode = (await holds({ stack, part: database }, options, beganMs)) ? 0 : 1;
    } finally {
      await stack.stop();
    }
  } finally {
    await database.stop();
  }
};

const holds = async (
  scenery: { readonly stack: OwnStack; readonly part: FillingDatabase },
  { seed }: FullDiskOptions,
  beganMs: number,
): Promise<boolean> => {
  const outcome = await runVariant(scenery, variants.plain, { receipts, seed });
  // What waits for a disk is not given up.
  const { total } = await loyaltyctlJson<{ total: number }>(scenery.stack, 'dead-letters', 'list');
  if (total > 0) outcome.violations.add('given up', `${total.toString()} dead letters`);
  say(summaryOf(outcome, performance.now() - beganMs));
  const isKept = outcome.violations.lines().length === 0;
  say(isKept ? 'Every promise held.' : `Broken promises: run again with --seed ${seed.toString()}.`);
  return isKept;
};

await runMain(main);
