import { burnRequestCodec } from '@loyalty/contracts/burning';
import { createEngineBatch, createEnginePorts } from '@loyalty/engine';
import type { Job, JobChunk, JobChunkResult } from '@loyalty/jobs/job';
import type { OutgoingMessage } from '@loyalty/kafka';
import { systemClock } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import type { BatchHandler, Message } from '@loyalty/streams';
import { jobAuthor } from '@loyalty/tables/authors';
import { eraseMember } from '@loyalty/tables/erasure';
import {
  createExpirePointsJob,
  createLapseRedemptionsJob,
  createMaturePointsJob,
  createScrubErasedJob,
  type WaitingMember,
} from '@loyalty/tables/jobs';
import { type AdjustOrder, createAdjustPoints } from '@loyalty/tables/ledger';
import type { Scope } from '@loyalty/tables/members';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { MemoryCache, runBatch } from '@loyalty/testkit/engine';
import { createBurnHandler } from '../../services/burn-engine/src/usecases/burn-handler.ts';
import { type BurnBody, burnBodyOf } from '../../services/burn-engine/src/usecases/burn-request.ts';
import { createCreditWriter } from '../../services/earn-engine/src/outbound/credit-writer.ts';
import { createEarnHandler } from '../../services/earn-engine/src/usecases/earn-handler.ts';
import type { EarnBody } from '../../services/earn-engine/src/usecases/earn-request.ts';

/** Returns the engines' ports on a database, without Redis and the registry; all schemas have the id 1. */
export const enginePortsOn = (db: Database) =>
  createEnginePorts({
    reads: db,
    cache: new MemoryCache(),
    schemaIds: { of: () => () => 1 },
    clock: systemClock,
    metrics: createMetrics({ service: 'writers' }),
  });

/** The outcomes of requests and the messages that they published. */
export interface Said {
  readonly outcomes: readonly { readonly outcome: string; readonly code?: string }[];
  readonly messages: readonly OutgoingMessage[];
}

/** Creates every writer of a member's ledger on one database, each as in its own process. */
export const createMemberWriters = (db: Database, scope: Scope) => {
  const ports = enginePortsOn(db);
  const { configuration, writer } = ports;
  const credits = createCreditWriter(() => 1);
  const earn = createEngineBatch(createEarnHandler(configuration, credits), ports);
  const burn = createEngineBatch(createBurnHandler(ports), ports);
  const published: OutgoingMessage[] = [];
  const outbox = outboxInto(published);
  const adjust = createAdjustPoints({
    db,
    clock: systemClock,
    author: jobAuthor('a test'),
    publish: () => Promise.resolve(),
  });
  const expiry = createExpirePointsJob({
    db,
    configuration,
    writer,
    outbox,
    clock: systemClock,
    onPassedOver,
  });
  return {
    earn: (batch: readonly Message<EarnBody>[]) => sayOf(db, earn, batch),
    burn: (batch: readonly Message<BurnBody>[]) => sayOf(db, burn, batch),
    adjust: (order: AdjustOrder) => adjust(scope, order),
    /** Runs the expiry. Returns its facts. */
    expire: async (atMs: number): Promise<readonly OutgoingMessage[]> => {
      await runJob(db, expiry, { ...scope, atMs });
      return published.splice(0);
    },
    /** Lets what is due mature, at that time. */
    mature: (atMs: number): Promise<void> => {
      const clock = { now: () => atMs };
      const job = createMaturePointsJob({
        db,
        configuration,
        writer,
        outbox,
        clock,
        onPassedOver: onTooMany,
      });
      return runJob(db, job, { ...scope, atMs });
    },
    /** Returns what the job asks burn-engine to void, at that time. */
    lapses: async (atMs: number): Promise<readonly BurnBody[]> => {
      const asked = outboxInto([]);
      await runJob(db, createLapseRedemptionsJob({ db, outbox: asked, schemaId: () => 1 }), {
        ...scope,
        atMs,
      });
      const read = burnRequestCodec.readerFor(burnRequestCodec.schemaText);
      return asked.messages.flatMap(({ value }) => (value === null ? [] : [burnBodyOf(read(value))]));
    },
    erase: (memberId: string) => db.transaction((tx) => eraseMember(tx, scope, memberId)),
    /** Runs the second phase of pending erasures, as if the pause before it were over. */
    scrub: async (): Promise<void> => {
      await db.query('UPDATE erasures SET scrub_after = now() WHERE environment_id = $1', [
        scope.environmentId,
      ]);
      await runJob(db, createScrubErasedJob(db), { ...scope, atMs: systemClock.now() });
    },
  };
};

const outboxInto = (messages: OutgoingMessage[]) => ({
  messages,
  add: (_: Transaction, added: readonly OutgoingMessage[]) => {
    messages.push(...added);
    return Promise.resolve();
  },
});

const onTooMany = ({ points }: WaitingMember): void => {
  throw new Error(`${points.toString()} points pass the largest balance`);
};

const onPassedOver = (_: unknown, failure: Error): void => {
  throw failure;
};

/** Runs a batch. Returns its outcomes and messages. */
const sayOf = async <Body, Plan extends { readonly outcomes: Said['outcomes'] }>(
  db: Database,
  handler: BatchHandler<Body, Transaction, Plan>,
  batch: readonly Message<Body>[],
): Promise<Said> => {
  const plan = await runBatch(db, handler, batch);
  const { replies, facts, rejected } = handler.effectsOf(plan);
  expect(rejected).toEqual([]);
  return { outcomes: plan.outcomes, messages: [...replies, ...facts] };
};

const runJob = async <Cursor>(
  db: Database,
  job: Job<Transaction, Cursor>,
  { environmentId, atMs }: Pick<Scope, 'environmentId'> & { readonly atMs: number },
): Promise<void> => {
  let done: JobChunkResult<Cursor> | null = null;
  do {
    const asked: JobChunk<Cursor> = {
      environmentId,
      atMs,
      cursor: done?.cursor ?? null,
      size: job.sizes.max,
    };
    done = await db.transaction((tx): Promise<JobChunkResult<Cursor>> => job.chunk(tx, asked));
  } while (done.cursor !== null);
};
