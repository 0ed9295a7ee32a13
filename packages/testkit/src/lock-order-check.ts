import type { Database, Statement, Transaction } from '@loyalty/storage';
import { lockOrder } from '@loyalty/storage/lock-order';
import { tableCatalogue } from '@loyalty/storage/table-catalogue';

/** A lock that a statement takes. */
export interface TakenLock {
  /** A table, or the first key of an advisory lock. */
  readonly on: string;
  /** What the statement does. A claim takes what is free and never waits. */
  readonly kind: 'lock' | 'claim' | 'insert';
}

const patterns: readonly (readonly [RegExp, TakenLock['kind']])[] = [
  [/\bINSERT\s+INTO\s+(\w+)/gi, 'insert'],
  [/(?<!\bFOR\s)(?<!\bKEY\s)(?<!\bDO\s)\bUPDATE\s+(?:ONLY\s+)?(\w+)/gi, 'lock'],
  [/\bDELETE\s+FROM\s+(?:ONLY\s+)?(\w+)/gi, 'lock'],
];

/** The clause that locks the rows of a SELECT; it may name the alias of one of its tables. */
const locking =
  /\bFOR\s+(?:NO\s+KEY\s+UPDATE|UPDATE|SHARE|KEY\s+SHARE)\b(?:\s+OF\s+(\w+))?(\s+SKIP\s+LOCKED)?/gi;

/** The text between the SELECT that a locking clause belongs to and that clause, without nested queries. */
const queryBefore = (text: string, at: number): string => {
  let depth = 0;
  let kept = '';
  for (let place = at - 1; place >= 0; place -= 1) {
    const letter = text[place] ?? '';
    if (letter === ')') depth += 1;
    if (letter === '(') depth -= 1;
    if (depth < 0) break;
    if (depth === 0) kept = letter + kept;
  }
  return kept.slice(Math.max(0, kept.toUpperCase().lastIndexOf('SELECT ')));
};

/** Returns the locks that a statement takes, as its text says. */
export const locksOf = (text: string, values: readonly unknown[] = []): readonly TakenLock[] => {
  const locks: TakenLock[] = [];
  if (text.includes('pg_advisory_xact_lock'))
    locks.push({ on: String(advisoryKeyOf(text, values)), kind: 'lock' });
  for (const { index, 1: alias, 2: skips } of text.matchAll(locking)) {
    const table = tableOf(queryBefore(text, index), alias);
    if (table !== null) locks.push({ on: table, kind: skips === undefined ? 'lock' : 'claim' });
  }
  for (const [pattern, kind] of patterns)
    for (const [, table = ''] of text.matchAll(pattern)) locks.push({ on: table, kind });
  return locks;
};

const advisoryKeyOf = (text: string, values: readonly unknown[]): unknown =>
  /pg_advisory_xact_lock(?:_shared)?\((\d+)/.exec(text)?.[1] ?? values[0];

const tableOf = (body: string, alias: string | undefined): string | null => {
  const tables = [...body.matchAll(/\b(?:FROM|JOIN)\s+(?:ONLY\s+)?(\w+)(?:\s+(?:AS\s+)?(\w+))?/gi)];
  const found =
    alias === undefined ? tables[0] : tables.find(([, table, name]) => name === alias || table === alias);
  return found?.[1] ?? null;
};

const places = Object.entries(lockOrder).map(([name, keys]) => ({ name, keys: keys.map(String) }));

const placeOf = ({ on, kind }: TakenLock): number => {
  const { locked, inserted } = tableCatalogue[on] ?? {};
  // A new row locks nobody out but where others may insert the same key.
  const wanted = kind === 'insert' ? inserted : locked;
  return places.findIndex(({ name, keys }) => name === wanted || keys.includes(on));
};

/** Follows the locks of one transaction, and throws if one comes before its turn (D98). */
export class LockOrderCheck {
  readonly #held = new Set<string>();
  #last = -1;

  note(text: string, values: readonly unknown[] = []): void {
    const taken = locksOf(text, values).filter(({ on }) => !this.#held.has(on));
    const places = taken.map(placeOf);
    // Who waits for nobody closes no circle; others may wait for what it holds from now on.
    for (const [at, place] of places.entries())
      if (place >= 0 && place < this.#last && taken[at]?.kind !== 'claim')
        throw new Error(refusalOf(taken[at]?.on ?? '', place, this.#last));
    this.#last = Math.max(this.#last, ...places);
    for (const { on } of taken) this.#held.add(on);
  }
}

const refusalOf = (on: string, place: number, last: number): string =>
  `${on} (${places[place]?.name ?? ''}) is locked behind «${places[last]?.name ?? ''}»: see docs/reference/lock-order.md`;

const watched = (tx: Transaction): Transaction => {
  const check = new LockOrderCheck();
  return {
    afterCommit: (work) => {
      tx.afterCommit(work);
    },
    query: async <Row>(statement: Statement | string, values?: readonly unknown[]) => {
      check.note(typeof statement === 'string' ? statement : statement.text, values);
      return tx.query<Row>(statement, values);
    },
  };
};

/** Returns the same database, whose transactions fail if they take a lock before its turn. */
export const withLockOrder = (db: Database): Database => ({
  ...db,
  transaction: (work) => db.transaction((tx) => work(watched(tx))),
});
