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

const pageSize = 500;

/**
 * Looks again at what nothing had come of: whatever is there by now is settled, or becomes a difference. It may be done at any time, by
 * several at once.
 */
export const settleHistory = async (db: Queryable): Promise<void> => {
  await eachPage<Ghost>(
    (after) => readOpenGhosts(db, { after, limit: pageSize }),
    (ghosts) => settlePage(db, ghosts),
  );
  await eachPage<StoredDifference>(
    (after) => readUnstored(db, { after, limit: pageSize }),
    (unstored) => storedPage(db, unstored),
  );
};

const eachPage = async <Row>(
  read: (after: Row | null) => Promise<readonly Row[]>,
  work: (page: readonly Row[]) => Promise<void>,
): Promise<void> => {
  let after: Row | null = null;
  for (;;) {
    const page: readonly Row[] = await read(after);
    if (page.length > 0) await work(page);
    if (page.length < pageSize) return;
    after = page.at(-1) ?? null;
  }
};

const settlePage = async (db: Queryable, ghosts: readonly Ghost[]): Promise<void> => {
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

/** Told requests that are stored by now: sent again by their callers, say. */
const storedPage = async (db: Queryable, unstored: readonly StoredDifference[]): Promise<void> => {
  const names = unstored.map(({ environmentId, operation, ref }) => ({
    environmentId,
    operation: operation as RequestOperation,
    ref,
  }));
  const responses = new Map((await readStoredResponses(db, names)).map((row) => [nameOf(row), row.response]));
  const found = unstored.flatMap((difference) => {
    const response = responses.get(nameOf(difference));
    return response === undefined ? [] : [{ ...difference, ...comparedWith(difference, response) }];
  });
  await noteStored(db, found);
};

const comparedWith = ({ published, pointsPublished }: StoredDifference, response: Buffer) => {
  const stored = JSON.parse(response.toString()) as PublishedResponse;
  const compared = compareResponses(published, stored);
  return compared ?? { stored, pointsStored: pointsPublished, isBalanceOnly: true };
};

const nameOf = (name: Pick<StoredDifference, 'environmentId' | 'operation' | 'ref'>): string =>
  `${name.environmentId.toString()}/${name.operation}/${name.ref}`;
