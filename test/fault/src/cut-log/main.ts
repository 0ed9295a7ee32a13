import { join } from 'node:path';
import { homeOf, startOwnStack, type OwnStack } from '../own-stack.ts';
import { runMain } from '../run-main.ts';
import { say } from '../say.ts';
import { runVariant } from '../set-back/set-back-run.ts';
import { summaryOf } from '../set-back/summary.ts';
import { variants } from '../set-back/variants/variants.ts';
import { CuttableKafka } from './cuttable-kafka.ts';
import { helpText, readOptions, type CutLogOptions } from './options.ts';

const folder = 'cut-log';
/** Before the log is cut. */
const receipts = 1_000;

/** `npm run test:cut-log`: the one broker in sync loses the ends of its partitions; exit code 1 when a promise was broken. */
const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    say(helpText);
    return;
  }
  say(`Seed ${options.seed.toString()}; starting three brokers and a stack in .loyalty/${folder}`);
  const beganMs = performance.now();
  const kafka = await CuttableKafka.start(join(homeOf(folder), 'kafka'), options.hasEligibleLeaders);
  try {
    const stack = await startOwnStack(folder, { KAFKA_BROKERS: kafka.brokers });
    try {
      process.exitCode = (await holds({ stack, kafka }, options, beganMs)) ? 0 : 1;
    } finally {
      await stack.stop();
    }
  } finally {
    await kafka.stop();
  }
};

const holds = async (
  { stack, kafka }: { readonly stack: OwnStack; readonly kafka: CuttableKafka },
  { seed }: CutLogOptions,
  beganMs: number,
): Promise<boolean> => {
  const outcome = await runVariant({ stack, part: kafka }, variants.plain, { receipts, seed });
  for (const place of kafka.silent) outcome.violations.add('cut, and not parked', place);
  say(summaryOf(outcome, performance.now() - beganMs));
  const isKept = outcome.violations.lines().length === 0;
  say(isKept ? 'Every promise held.' : `Broken promises: run again with --seed ${seed.toString()}.`);
  return isKept;
};

await runMain(main);
