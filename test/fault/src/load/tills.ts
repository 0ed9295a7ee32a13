import type { RandomNumber } from '@loyalty/kernel/testing';
import { pick } from '../draws.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import type { Violations } from '../violations.ts';
import { drawWanted, fundSavers, Sales, type SaverIds } from './draw-operation.ts';
import { evaluateOf, importOf, type Operation, quoteOf } from './operations.ts';
import { type JournaledClient, sendJournaled } from './send-journaled.ts';

export interface TillsOptions extends JournaledClient {
  readonly violations: Violations;
  readonly tenants: readonly [FaultTenant, ...FaultTenant[]];
  readonly random: RandomNumber;
  readonly tills: number;
}

/** Each tenant has this many members who save points. */
const saversCount = 200;
/** One request in so many repeats an acknowledged one. */
const repeatEvery = 50;
/** This share of all sales begins with a quote. */
const quoteShare = 0.035;
/** This share brings in a member of another programme, who then shops. */
const importShare = 0.035;
const rememberedMax = 200;

/** An operation with its acknowledged response. */
export interface Done {
  readonly operation: Operation;
  readonly answer: string;
  /** The time of the response in milliseconds, by the clock of `performance`. */
  readonly answeredMs: number;
}

/** The margin for clocks. A repeat that comes sooner and gets no reply from the engine may count as a first request. */
const markedAfterMs = 1_500;

/**
 * Runs tills until `signal` aborts; each sends one request after the other: quotes, imports, and what {@link Sales} draws. They check
 * that repeats get the same bytes. Then they void what nobody captured.
 */
export const runTills = async (options: TillsOptions, signal: AbortSignal): Promise<Done[]> => {
  const savers = await fundSavers(options, saversCount);
  const done: Done[] = [];
  const sales = new Sales({ random: options.random, tenants: options.tenants, savers });
  const till = async (till: number): Promise<void> => {
    for (let n = 1; !signal.aborted; n += 1) {
      if (n % repeatEvery === 0) await repeat(options, pick(options.random, [...done] as [Done, ...Done[]]));
      else await sellNext(options, `till-${till.toString()}-${n.toString()}`, { sales, done, savers });
    }
  };
  await Promise.all(Array.from({ length: options.tills }, (_, number) => till(number)));
  const left = [...sales.endAbandoned()];
  const end = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await sendOne(options, next, done);
  };
  await Promise.all(Array.from({ length: options.tills }, end));
  return done;
};

interface Progress {
  readonly sales: Sales;
  readonly done: Done[];
  readonly savers: SaverIds;
}

const sellNext = async (
  options: TillsOptions,
  ref: string,
  { sales, done, savers }: Progress,
): Promise<void> => {
  const { random, tenants } = options;
  if (random() < quoteShare) {
    await quote(options, quoteOf(drawWanted('saver', ref, { random, tenants, savers })));
    return;
  }
  const drawn = random() < importShare ? drawImport(options, ref) : sales.draw(ref);
  for (const operation of drawn) {
    await sendOne(options, operation, done);
    sales.note(operation);
  }
};

/** Nobody else knows the member. */
const drawImport = ({ random, tenants }: TillsOptions, ref: string): readonly Operation[] => {
  const wanted = { tenant: pick(random, tenants), ref, memberRef: `imported-${ref}` };
  return [importOf(wanted), evaluateOf({ ...wanted, ref: `${ref}-0` }, random)];
};

const sendOne = async (options: TillsOptions, operation: Operation, done: Done[]): Promise<void> => {
  const answer = await sendJournaled(options, operation);
  // The same line gets UNCHANGED afterwards, and not the same bytes.
  if (operation.kind === 'import') return;
  remember(done, { operation, answer, answeredMs: performance.now() }, options.random);
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
