import { readLocalStack } from '@loyalty/stack';
import { measureBesideStream } from './measure/measure-beside-stream.ts';
import { measureEvaluates } from './measure/measure-evaluates.ts';
import { measureFlood } from './measure/measure-flood.ts';
import { measureStream } from './measure/measure-stream.ts';
import type { BenchRun } from './measure/bench-run.ts';
import { startMonolith } from './monolith/start-monolith.ts';
import { readOptions } from './options.ts';
import { openOurTenant } from './our-service.ts';
import { endWithOneSentence, say } from './say.ts';
import { Figures } from './report/figures.ts';
import { writeReport } from './report/write-report.ts';

/** Members of the small tables. */
const members = 10_000;

/** The benchmarks on small tables, on the running local stack: `npm start`, then `npm run bench`. */
const bench = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  const stack = readLocalStack();
  const ours = await openOurTenant(stack);
  const monolith = await startMonolith(stack, options);
  const figures = new Figures();
  const run: BenchRun = {
    stack,
    options,
    contenders: [ours, monolith],
    figures,
    members,
    memberPrefix: 'bench-',
    say,
  };
  try {
    await measureEvaluates(run);
  } finally {
    await monolith.stop();
  }
  say('Streaming');
  await measureStream(run);
  await measureBesideStream(run);
  await measureFlood(run);
  say(`\n${writeReport({ root: stack.root, name: 'bench' }, options, figures)}`);
};

await bench().catch(endWithOneSentence);
