import { readStoredResponses, type RequestOperation } from '@loyalty/accounts';
import {
  insertDifferences,
  noteStored,
  readOpenGhosts,
  readUnstored,
  settleGhosts,
  type Ghost,
  type Queryable,
  type StoredDifference,
} from '@loyalty/storage';
import { compareResponses, type PublishedResponse } from './compare-responses.ts';
import { judgeFacts } from './judge-facts.ts';
import { differenceOfFact, outcomeOf } from './published-difference.ts';

const chunkSize = 500;

/**
 * Checks open ghosts and differences again. If the effect is stored by now, a ghost is settled or becomes a difference. It may run at any
 * time, in several processes at once.
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

/** Notes published requests that are stored by now, for example because their callers sent them again. */
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
