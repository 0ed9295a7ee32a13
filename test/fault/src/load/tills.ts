import type { RandomNumber } from '@loyalty/kernel/testing';
import { pick } from '../draws.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import type { Violations } from '../violations.ts';
import { drawWanted, fundSavers, operationAt, type SaverIds } from './draw-operation.ts';
import { type Operation, quoteOf } from './operations.ts';
import { type JournaledClient, sendJournaled } from './send-journaled.ts';

export interface TillsOptions extends JournaledClient {
  readonly violations: Violations;
  readonly tenants: readonly [FaultTenant, ...FaultTenant[]];
  readonly random: RandomNumber;
  readonly tills: number;
}

/** Of each tenant. */
const saversCount = 200;
/** One request in so many repeats an acknowledged one. */
const repeatEvery = 50;
const rememberedMax = 200;

/** An operation with its acknowledged response. */
export interface Done {
  readonly operation: Operation;
  readonly answer: string;
  /** By the clock of `performance`, milliseconds. */
  readonly answeredMs: number;
}

/** The margin for clocks. A repeat that comes sooner and gets no reply from the engine may count as a first request. */
const markedAfterMs = 1_500;

/**
 * Runs tills until `signal` aborts; each sends one request after the other. Of ten, six are evaluates, two redeems, one an
 * event, one an adjustment or a quote. They check that repeats get the same bytes.
 */
export const runTills = async (options: TillsOptions, signal: AbortSignal): Promise<Done[]> => {
  const savers = await fundSavers(options, saversCount);
  const done: Done[] = [];
  const till = async (till: number): Promise<void> => {
    for (let n = 1; !signal.aborted; n += 1) {
      if (n % repeatEvery === 0) await repeat(options, pick(options.random, [...done] as [Done, ...Done[]]));
      else await doNext(options, `till-${till.toString()}-${n.toString()}`, { savers, done });
    }
  };
  await Promise.all(Array.from({ length: options.tills }, (_, number) => till(number)));
  return done;
};

interface Progress {
  readonly savers: SaverIds;
  readonly done: Done[];
}

const doNext = async (options: TillsOptions, ref: string, { savers, done }: Progress): Promise<void> => {
  const { random, tenants } = options;
  const dice = random() * 10;
  const wanted = drawWanted(dice, ref, { random, tenants, savers });
  if (dice >= 9.5) {
    await quote(options, quoteOf(wanted));
    return;
  }
  const operation = operationAt(dice, wanted, { random, savers });
  const answer = await sendJournaled(options, operation);
  remember(done, { operation, answer, answeredMs: performance.now() }, random);
};

/** A quote writes nothing, so it is not journaled. Its discount must be that of every redeem of the run. */
const quote = async ({ client, violations }: TillsOptions, operation: Operation): Promise<void> => {
  const { answer } = await client.send(operation);
  const { discountAmount } = JSON.parse(answer) as { discountAmount: number };
  if (discountAmount !== 200) violations.add('wrong quote', answer);
};

/** Repeats an acknowledged operation and checks that the response has the same bytes and is marked as a repeat. */
export const repeat = async (
  { client, violations }: Pick<TillsOptions, 'client' | 'violations'>,
  { operation, answer, answeredMs }: Done,
): Promise<void> => {
  const { body } = operation;
  const isSoon = performance.now() - answeredMs < markedAfterMs;
  const again = await client.send(operation);
  if (again.answer !== answer) violations.add('repeat differs', `${body} → ${answer} then ${again.answer}`);
  if (!again.isReplayed && !isSoon) violations.add('repeat not marked', body);
};

const remember = (done: Done[], one: Done, random: RandomNumber): void => {
  if (done.length < rememberedMax) done.push(one);
  else done[Math.floor(random() * rememberedMax)] = one;
};
