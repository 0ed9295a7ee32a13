import { streamServices } from '@loyalty/contracts';
import { printLine } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import type { KafkaCase } from './options.ts';
import { runStep, runStepWell, type RunbookValues } from './runbook.ts';
import { copyTopics } from './servers/copy-kafka.ts';
import type { RestoredStack } from './servers/restored-stack.ts';
import { createShop, type Shop } from './story/shop.ts';
import type { Known } from './story/live-and-lose.ts';

/** More codes than a drill gives. */
const skippedCodes = '1000';

/** A finished procedure. */
export interface Procedure {
  readonly values: RunbookValues;
  /** The tenant who was made first on the restored database. */
  readonly successor: Shop;
  /** The time of each step, in milliseconds. */
  readonly steps: ReadonlyMap<string, number>;
}

/** Times the steps of a procedure. */
class Steps {
  readonly ms = new Map<string, number>();

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    printLine(name);
    const beganMs = performance.now();
    const result = await work();
    this.ms.set(name, performance.now() - beganMs);
    return result;
  }
}

/** Does what docs/runbooks/restore.md says, from the stop of the services to the first served caller. */
export const restore = async (
  stack: RestoredStack,
  { since }: Known,
  { kafka, erasuresFile }: { readonly kafka: KafkaCase; readonly erasuresFile: string },
): Promise<Procedure> => {
  const steps = new Steps();
  const values = {
    since: since.toISOString(),
    erasuresFile,
    skipCodes: skippedCodes,
    deployOptions: '--local',
    epoch: '',
  };
  await steps.take('Stop every service', () => stack.stopServices());
  await steps.take('Restore Postgres', () => stack.postgres.restoreTo(since));
  if (kafka === 'behind') await steps.take('Set Kafka back', () => stack.kafkaCopy.putBack());
  if (kafka === 'lost' || kafka === 'new')
    await steps.take('Replace Kafka', () => replaceKafka(stack, kafka, values));
  await steps.take('See what is gone', () => runStep(stack, 'See what is gone', values));
  const heading = kafka === 'kept' ? 'Prepare the database' : 'Prepare the database for another Kafka';
  await steps.take('Prepare', () => runStepWell(stack, heading, values));
  const successor = await createShop(stack, 'Successor');
  await steps.take('Start engines and followers, and catch up', () => catchUp(stack));
  await runStepWell(stack, 'Start', values);
  await steps.take('Start ingress', () => stack.startServices(['ingress']));
  const [epoch] = (await stack.loyaltyctl<{ epochs: { epoch: string }[] }>('history', 'list')).epochs;
  return { values: { ...values, epoch: epoch?.epoch ?? '' }, successor, steps: steps.ms };
};

const replaceKafka = async (stack: RestoredStack, kafka: KafkaCase, values: RunbookValues): Promise<void> => {
  const former = await stack.replaceKafka();
  await runStepWell(stack, 'Deploy to another Kafka', values);
  if (kafka === 'lost') return;
  const topics = (await topicsOf(stack)).map(({ topic }) => topic);
  const copied = await copyTopics(former, stack.local.kafkaBrokers, topics);
  printLine(`  ${copied.toString()} records were copied`);
};

const topicsOf = (stack: RestoredStack): Promise<{ topic: string }[]> =>
  stack.postgres.query<{ topic: string }>(
    `SELECT DISTINCT topic FROM stream_positions UNION SELECT 'loyalty.erasures'`,
  );

/** One look is not enough: a group that has not joined yet also appears to be at the end. */
const looksAtRest = 3;
const lookEveryMs = 500;

const catchUp = async (stack: RestoredStack): Promise<void> => {
  await stack.startServices(streamServices);
  let atRest = 0;
  await eventually(
    'everything is read to the end',
    async () => {
      atRest = (await isBehind(stack)) ? 0 : atRest + 1;
      return atRest >= looksAtRest;
    },
    { withinMs: 180_000, everyMs: lookEveryMs },
  );
};

interface Listed {
  readonly positions: readonly { readonly lag: number | null; readonly state: string }[];
}

const isBehind = async (stack: RestoredStack): Promise<boolean> => {
  const { positions } = await stack.loyaltyctl<Listed>('positions', 'list');
  const parked = positions.find(({ state }) => state === 'PARKED');
  if (parked !== undefined) throw new Error(`a partition is parked: ${JSON.stringify(parked)}`);
  return positions.length === 0 || positions.some(({ lag }) => (lag ?? 0) > 0);
};
