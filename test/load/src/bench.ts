import { readLocalStack } from '@loyalty/stack';
import { createBenchTenant } from './bench-tenant.ts';
import { runClosedLoop, type ClosedLoop, type LoopResult } from './closed-loop.ts';
import { createEvaluateSender } from './evaluate-sender.ts';
import { measureStream } from './measure-stream.ts';

/** The first figures of the README, measured on the running local stack: `npm start`, then `npm run bench`. */
const stack = readLocalStack();
const tenant = await createBenchTenant(stack);

const evaluate = async (loop: ClosedLoop): Promise<LoopResult> => {
  const { send, close } = createEvaluateSender(stack, tenant, loop.concurrency);
  try {
    return await runClosedLoop(send, loop);
  } finally {
    await close();
  }
};

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const ms = (value: number): string => `${value.toFixed(1)} ms`;

say('Evaluates at 64 connections …');
const busy = await evaluate({ concurrency: 64, warmUpMs: 5_000, measureMs: 15_000 });
say(`  ${busy.perSecond.toString()}/s, p50 ${ms(busy.p50Ms)}, p99 ${ms(busy.p99Ms)}`);

say('Evaluates one after the other (idle round trip) …');
const idle = await evaluate({ concurrency: 1, warmUpMs: 2_000, measureMs: 5_000 });
say(`  p50 ${ms(idle.p50Ms)}, p99 ${ms(idle.p99Ms)}`);

say('Streaming 20,000 receipts to a new tenant with five campaigns, three times …');
const rates: number[] = [];
for (let round = 0; round < 3; round += 1) rates.push(await measureStream(stack));
say(`  ${rates.join(', ')} receipts/s`);
