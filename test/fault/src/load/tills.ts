import type { RandomNumber } from '@loyalty/kernel/testing';
import { pick } from '../draws.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import type { Violations } from '../violations.ts';
import { drawWanted, fundSavers, operationAt, type SaverIds } from './draw-operation.ts';
import { type Operation, quoteOf, returnOf } from './operations.ts';
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

/** One operation in so many is a return. Of two, one is of the whole, one of a part and then of the rest. */
const returnEvery = 5;

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
 * Runs tills until `signal` aborts; each sends one request after the other. A fifth are returns; of ten others, six are
 * evaluates, two redeems, one an event, one an adjustment or a quote. They check that repeats get the same bytes.
 */
export const runTills = async (options: TillsOptions, signal: AbortSignal): Promise<Done[]> => {
  const savers = await fundSavers(options, saversCount);
  const done: Done[] = [];
  const receipts: Operation[] = [];
  const till = async (till: number): Promise<void> => {
    for (let n = 1; !signal.aborted; n += 1) {
      if (n % repeatEvery === 0) await repeat(options, pick(options.random, [...done] as [Done, ...Done[]]));
      else await doNext(options, `till-${till.toString()}-${n.toString()}`, { savers, done, receipts });
    }
  };
  await Promise.all(Array.from({ length: options.tills }, (_, number) => till(number)));
  return done;
};

interface Progress {
  readonly savers: SaverIds;
  readonly done: Done[];
  /** Acknowledged, and not returned yet. */
  readonly receipts: Operation[];
}

const doNext = async (options: TillsOptions, ref: string, progress: Progress): Promise<void> => {
  const { savers, done, receipts } = progress;
  const { random, tenants } = options;
  if (random() * returnEvery < 1 && receipts.length > 0) {
    await returnOne(options, ref, progress);
    return;
  }
  const dice = random() * 10;
  const wanted = drawWanted(dice, ref, { random, tenants, savers });
  if (dice >= 9.5) {
    await quote(options, quoteOf(wanted));
    return;
  }
  const operation = operationAt(dice, wanted, { random, savers });
  const answer = await sendJournaled(options, operation);
  remember(done, { operation, answer, answeredMs: performance.now() }, random);
  if (operation.kind === 'evaluate' && receipts.length < rememberedMax) receipts.push(operation);
};

/** After it nothing of the receipt is left, so the journal alone says what its member has. */
const returnOne = async (options: TillsOptions, ref: string, { done, receipts }: Progress): Promise<void> => {
  const { random } = options;
  const [receipt] = receipts.splice(Math.floor(random() * receipts.length), 1);
  if (receipt === undefined) return;
  const { amount } = JSON.parse(receipt.body) as { amount: number };
  const part = Math.floor(random() * amount * 2);
  const parts = part > 0 && part < amount ? [part, 'whole' as const] : ['whole' as const];
  for (const [n, each] of parts.entries()) {
    const operation = returnOf(receipt, `${ref}-${n.toString()}`, each);
    const answer = await sendJournaled(options, operation);
    remember(done, { operation, answer, answeredMs: performance.now() }, random);
  }
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
