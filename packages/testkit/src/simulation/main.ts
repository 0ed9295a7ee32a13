import { parseArgs } from 'node:util';
import { simulateJobs } from './jobs/simulate-jobs.ts';
import { mechanisms, type Mechanism } from './losses/mechanisms.ts';
import { simulate, type SimulationOptions } from './simulate.ts';
import { simulateTasks } from './tasks/simulate-tasks.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
    /** Jobs instead of the stream runtime. */
    jobs: { type: 'boolean', default: false },
    /** Simulates due tasks instead. */
    tasks: { type: 'boolean', default: false },
    /** The older name of --tasks. */
    work: { type: 'boolean', default: false },
    /** The database loses commits, logs lose records, and partitions are added. */
    losses: { type: 'boolean', default: false },
    /** The group of the tills has a bulk topic too. */
    'bulk-topic': { type: 'boolean', default: false },
    /** Some producers write in transactions. */
    transactions: { type: 'boolean', default: false },
    /** Bits flip on the disks of brokers. */
    flips: { type: 'boolean', default: false },
    without: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const help = `npm run sim -- [--count N] [--from SEED] [--losses | --jobs | --tasks]   many seeds, from 1 on; 300 when nothing is said
npm run sim -- --seed SEED [--trace] [--losses | --jobs | --tasks]       one seed, step by step with --trace

Without --jobs or --tasks it is the stream runtime that is simulated. With --losses, besides everything else that goes wrong,
the database loses its last commits, logs are cut or begin later, and partitions are added. Ends with 1 when a seed fails.

--bulk-topic                   the group of the tills has a bulk topic too, as followers of facts have one; also with --losses
--transactions                 some producers write in transactions, commit or abort them, or leave them open; also with --losses
--flips                        bits flip on the disks of brokers; also with --losses
--losses --without MECHANISM   switches off what keeps losses from doing harm, to see seeds fail:
                               ${mechanisms.join(', ')}`;

const isMechanism = (name: string | undefined): name is Mechanism => mechanisms.some((one) => one === name);
const { without } = values;
if (without !== undefined && !isMechanism(without)) throw new RangeError(`no mechanism ${without}`);

type Asked = Pick<SimulationOptions, 'seed' | 'trace'>;
const hasBulkTopic = values['bulk-topic'];
const { flips, transactions: hasTransactions } = values;
const world = { hasBulkTopic, hasTransactions, flips };
const simulateStreams = (asked: Asked) => simulate({ ...asked, ...world });
const simulateLosses = (asked: Asked) =>
  simulate({ ...asked, ...world, losses: without === undefined ? true : { without } });

const isOfTasks = values.tasks || values.work;
const run = values.jobs
  ? simulateJobs
  : isOfTasks
    ? simulateTasks
    : values.losses
      ? simulateLosses
      : simulateStreams;
const flags = {
  jobs: values.jobs,
  tasks: isOfTasks,
  losses: values.losses,
  'bulk-topic': hasBulkTopic,
  transactions: hasTransactions,
  flips,
};
const which = Object.entries(flags)
  .filter(([, isAsked]) => isAsked)
  .map(([name]) => `--${name} `)
  .join('');

const runOne = async (seed: number): Promise<number> => {
  const result = await run({ seed, ...(values.trace ? { trace: say } : {}) });
  const { violation, steps, seed: name, ...rest } = result;
  const counted = Object.entries(rest).map(([name, count]) => `${JSON.stringify(count)} ${name}`);
  const all = [`${steps.toString()} steps`, ...counted, violation ?? 'nothing wrong'];
  say(`seed ${name.toString()}: ${all.join(', ')}`);
  return violation === null ? 0 : 1;
};

const progressEvery = 100;

const runMany = async (from: number, count: number): Promise<number> => {
  const beganMs = Date.now();
  let failures = 0;
  let steps = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const result = await run({ seed });
    steps += result.steps;
    if (result.violation !== null) {
      failures += 1;
      say(`seed ${seed.toString()} fails at step ${result.steps.toString()}: ${result.violation}`);
      say(`  replay: npm run sim -- ${which}--seed ${seed.toString()} --trace`);
    }
    const done = seed - from + 1;
    if (done % progressEvery === 0 || done === count) {
      const seconds = ((Date.now() - beganMs) / 1_000).toFixed(1);
      say(
        `${done.toString()} of ${count.toString()} seeds, ${steps.toString()} steps, ${seconds} s, ${failures.toString()} failed`,
      );
    }
  }
  return failures;
};

const runAsked = (): Promise<number> =>
  values.seed === undefined
    ? runMany(Number(values.from), Number(values.count))
    : runOne(Number(values.seed));

if (values.help) say(help);
const failures = values.help ? 0 : await runAsked();
process.exitCode = failures === 0 ? 0 : 1;
