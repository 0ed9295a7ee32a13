import type { RandomNumber } from '@loyalty/kernel/testing';
import { pick } from '../draws.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import type { Violations } from '../violations.ts';
import { drawWanted, fundSavers, Sales, type SaverIds } from './draw-operation.ts';
import { evaluateOf, importOf, linkOf, type Operation, quoteOf } from './operations.ts';
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
/** This share brings in a member of another programme with a card, who then gets another card and shops by both. */
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
  if (random() < importShare) {
    await moveIn(options, ref, done);
    return;
  }
  for (const operation of sales.draw(ref)) {
    await sendOne(options, operation, done);
    sales.note(operation);
  }
};

/** Nobody else knows the member. */
const moveIn = async (options: TillsOptions, ref: string, done: Done[]): Promise<void> => {
  const { random, tenants } = options;
  const wanted = { tenant: pick(random, tenants), memberRef: `imported-${ref}` };
  const [card, phone] = [`${wanted.memberRef}-card`, `${wanted.memberRef}-phone`];
  // Neither is repeated: the same line gets UNCHANGED afterwards, and the same link 200 without a mark.
  const imported = await sendJournaled(options, importOf({ ...wanted, ref, card }));
  const { results } = JSON.parse(imported) as { readonly results: readonly { readonly memberId: string }[] };
  const memberId = results[0]?.memberId ?? '';
  await sendJournaled(options, linkOf({ ...wanted, ref: `${ref} link`, card: phone }, memberId));
  for (const [n, shown] of [card, phone].entries())
    await sendOne(
      options,
      evaluateOf({ ...wanted, ref: `${ref}-${n.toString()}`, card: shown }, random),
      done,
    );
};

const sendOne = async (options: TillsOptions, operation: Operation, done: Done[]): Promise<void> => {
  const answer = await sendJournaled(options, operation);
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
