import { type Part, repeatingPart, textOf } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import {
  countOpenRows,
  type Ghost,
  insertDifferences,
  noteStored,
  type OpenRows,
  readOpenGhosts,
  readUnstored,
  settleGhosts,
  type StoredDifference,
} from '@loyalty/storage/history';
import { readStoredResponses, type RequestOperation } from '@loyalty/tables/transactions';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { differenceOfFact, judgeFacts, outcomeOf } from '../facts/judge-facts.ts';
import { compareResponses, type PublishedResponse } from '../responses.ts';

const chunkSize = 500;

/**
 * Settles each stored ghost or turns it into a difference. It may run at any time, in several processes at
 * once.
 */
export const settleHistory = async (db: Queryable): Promise<void> => {
  await eachChunk<Ghost>(
    (after) => readOpenGhosts(db, { after, limit: chunkSize }),
    (ghosts) => settleGhostsOf(db, ghosts),
  );
  await eachChunk<StoredDifference>(
    (after) => readUnstored(db, { after, limit: chunkSize }),
    (unstored) => noteStoredAmong(db, unstored),
  );
};

const eachChunk = async <Row>(
  read: (after: Row | null) => Promise<readonly Row[]>,
  work: (chunk: readonly Row[]) => Promise<void>,
): Promise<void> => {
  let after: Row | null = null;
  for (;;) {
    const chunk: readonly Row[] = await read(after);
    if (chunk.length > 0) await work(chunk);
    if (chunk.length < chunkSize) return;
    after = chunk.at(-1) ?? null;
  }
};

const settleGhostsOf = async (db: Queryable, ghosts: readonly Ghost[]): Promise<void> => {
  const judged = await judgeFacts(db, ghosts);
  await insertDifferences(
    db,
    judged.flatMap(({ fact, verdict }) => {
      if (verdict.kind !== 'differs') return [];
      const { epoch } = fact;
      return differenceOfFact(fact, verdict.difference).map((difference) => ({ ...difference, epoch }));
    }),
  );
  await settleGhosts(
    db,
    judged.flatMap(({ fact: { id, epoch }, verdict }) => {
      const outcome = outcomeOf(verdict);
      return outcome === null ? [] : [{ id, epoch, outcome }];
    }),
  );
};

const noteStoredAmong = async (db: Queryable, unstored: readonly StoredDifference[]): Promise<void> => {
  const names = unstored.map(({ environmentId, operation, ref }) => ({
    environmentId,
    operation: operation as RequestOperation,
    ref,
  }));
  const responses = new Map((await readStoredResponses(db, names)).map((row) => [keyOf(row), row.response]));
  const found = unstored.flatMap((difference) => {
    const response = responses.get(keyOf(difference));
    return response === undefined ? [] : [{ ...difference, ...comparedWith(difference, response) }];
  });
  await noteStored(db, found);
};

const comparedWith = ({ published, pointsPublished }: StoredDifference, response: Buffer) => {
  const stored = JSON.parse(response.toString()) as PublishedResponse;
  const compared = compareResponses(published, stored);
  return compared ?? { stored, pointsStored: pointsPublished, isBalanceOnly: true };
};

const keyOf = (name: Pick<StoredDifference, 'environmentId' | 'operation' | 'ref'>): string =>
  `${name.environmentId.toString()}/${name.operation}/${name.ref}`;

const everyMs = 15_000;
const kinds = ['ghosts', 'differences'] as const satisfies readonly (keyof OpenRows)[];

/**
 * Creates a watch on the open differences, which a person must decide. While the database is unavailable it
 * reports no figure, rather than an old one.
 */
export const createHistoryWatch = ({
  db,
  logger,
  metrics,
}: {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge'>;
}): Part => {
  let seen: OpenRows | null = null;
  for (const kind of kinds) metrics.gauge('loyalty_history_open', { kind }, () => seen?.[kind] ?? Number.NaN);
  return repeatingPart({
    name: 'history-watch',
    everyMs,
    work: async () => {
      if (isAny(await countOpenRows(db))) await settleHistory(db);
      seen = await countOpenRows(db);
    },
    onFailed: (failure) => {
      seen = null;
      logger.warn({ error: textOf(failure) }, 'open rows of lost histories could not be counted; retrying');
    },
  });
};

const isAny = ({ ghosts, differences }: OpenRows): boolean => ghosts + differences > 0;
