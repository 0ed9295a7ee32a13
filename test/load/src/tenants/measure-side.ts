import { printLine, type OwnStack } from '@loyalty/stack';
import { runLoad } from '../generator/run-load.ts';
import { untilFollowed } from '../measure/until-followed.ts';
import type { LoadedTenant } from './load-tenants.ts';
import { watchMemory, type Memories } from './memory-watch.ts';
import type { TenantsOptions } from './options.ts';
import type { SendReceipts } from './receipt-sender.ts';

/** Tenants among which the same load is spread. */
export interface Side {
  readonly name: string;
  readonly tenants: readonly LoadedTenant[];
}

/** The result of one measurement of a side. */
export interface SideFigures {
  readonly storedPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly memories: Memories;
}

/** The inputs of every measurement. */
export interface TenantsRun {
  readonly stack: OwnStack;
  readonly options: TenantsOptions;
  readonly send: SendReceipts;
}

/** Members of all tenants together: every side has as many. */
const membersOfAll = 10_000;
/** Receipts for each second that a measurement takes: about what two cores store. */
const receiptsPerSecond = 2_000;
const warmUpShare = 1 / 3;
/** On a busy machine a response may come too late now and then. */
const failuresMax = 100;

/** Streams receipts to the tenants of a side, then evaluates at a fixed rate; both take turns among its tenants. */
export const measureSide = async (run: TenantsRun, side: Side): Promise<SideFigures> => {
  const watch = watchMemory(run.stack);
  try {
    await stream(run, side, warmUpShare);
    const storedPerSecond = await stream(run, side, 1);
    await untilFollowed(run.stack.now());
    const { p50Ms, p99Ms, failures } = await evaluate(run, side);
    printLine(
      `  ${side.name.padEnd(20)}${Math.round(storedPerSecond).toString().padStart(6)}/s streamed, ` +
        `evaluate p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${failures.toString()} failed`,
    );
    return { storedPerSecond, p50Ms, p99Ms, memories: await watch.stop() };
  } finally {
    await watch.stop();
  }
};

const membersEachOf = ({ tenants }: Side): number => Math.max(1, Math.round(membersOfAll / tenants.length));

const stream = ({ options, send }: TenantsRun, side: Side, share: number): Promise<number> => {
  const { tenants } = side;
  const receipts = Math.round(options.seconds * receiptsPerSecond * share);
  return send({ tenants, membersEach: membersEachOf(side), receipts });
};

const evaluate = ({ stack, options }: TenantsRun, side: Side) => {
  const { baseUrl } = stack.now();
  const targets = side.tenants.map(({ tenantId, key }) => ({
    url: `${baseUrl}/tenants/${tenantId}/transactions/evaluate`,
    key,
  }));
  return runLoad({
    url: baseUrl,
    key: '',
    targets,
    bodies: 'evaluate',
    connections: 256,
    ratePerSecond: options.rate,
    warmUpMs: options.seconds * 1_000 * warmUpShare,
    measureMs: options.seconds * 1_000,
    members: membersEachOf(side),
    memberPrefix: 'bench-',
    failuresMax,
  });
};
