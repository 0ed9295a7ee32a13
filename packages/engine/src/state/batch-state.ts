import { awaitAll, type EnvironmentId, memberMapKey, utcDayOf } from '@loyalty/kernel';
import type { Account, Snapshot } from '@loyalty/rules';
import { FigureBook, type FigureWrites, type MemberFigures, noFigures } from '@loyalty/rules/statistics';
import type { Transaction } from '@loyalty/storage';
import {
  type BackdatedPurchase,
  type KnownAccount,
  lockAccounts,
  type MemberDayWrites,
  type MemberIdentity,
  type OpenedDay,
} from '@loyalty/tables/accounts';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import type { AccountWrite, Purchase } from '@loyalty/tables/transactions';
import { authorOf, type EngineRequest } from '../requests/request.ts';

export interface BatchState<Request> {
  readonly accounts: AccountBook;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  readonly undecidable: ReadonlyMap<Request, unknown>;
}

/** Returns the requests for which `note` threw, so that they alone are given up. */
export const undecidableOf = <Request>(
  requests: readonly Request[],
  note: (request: Request) => void,
): Map<Request, unknown> => {
  const undecidable = new Map<Request, unknown>();
  for (const request of requests) {
    try {
      note(request);
    } catch (failure) {
      undecidable.set(request, failure);
    }
  }
  return undecidable;
};

export interface LoadedAccounts<Owned> {
  readonly accounts: AccountBook;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  readonly owned: Owned;
}

/**
 * Locks and reads the accounts of a batch. Versions are read after the locks, so that every change that was
 * confirmed before is seen (D33).
 */
export const loadAccounts = async <Owned>({
  configuration,
  tx,
  requests,
  readOwned,
}: {
  readonly configuration: ConfigurationSource;
  readonly tx: Transaction;
  readonly requests: readonly EngineRequest<unknown>[];
  /** Reads the members' rows; its statements are sent between the locks and the versions. */
  readonly readOwned: () => Promise<Owned>;
}): Promise<LoadedAccounts<Owned>> => {
  const [known, owned, versions] = await awaitAll([
    lockAccounts(tx, requests),
    readOwned(),
    configuration.readVersions(tx, [...new Set(requests.map(({ environmentId }) => environmentId))]),
  ]);
  return {
    accounts: new AccountBook(known),
    owned,
    snapshots: await configuration.findBehindLocks(versions),
  };
};

interface WrittenAccount {
  readonly request: EngineRequest<unknown>;
  readonly account: Account;
  readonly isNew: boolean;
  readonly atMs: number;
  /** Null until something is bought: the member's figures then stay as they are. */
  readonly figures: FigureBook | null;
  readonly wholeReturns: number;
}

export interface AccountWrites {
  readonly enrolled: readonly AccountWrite[];
  readonly updated: readonly AccountWrite[];
  readonly days: MemberDayWrites;
}

/** The accounts of a batch. A second request of a member sees the result of the first one. */
export class AccountBook {
  readonly #known = new Map<string, KnownAccount>();
  readonly #written = new Map<string, WrittenAccount>();

  constructor(accounts: readonly KnownAccount[]) {
    for (const one of accounts) this.#known.set(memberMapKey(one), one);
  }

  accountOf(member: MemberIdentity): Account | null {
    const name = memberMapKey(member);
    return this.#written.get(name)?.account ?? this.#known.get(name)?.account ?? null;
  }

  /** Returns the figures after the earlier requests of the batch. */
  figuresOf(member: MemberIdentity): MemberFigures {
    const name = memberMapKey(member);
    return this.#written.get(name)?.figures?.figures ?? this.#known.get(name)?.figures ?? noFigures;
  }

  write(request: EngineRequest<unknown>, account: Account, purchase: Purchase | null = null): void {
    const name = memberMapKey(request);
    const before = this.#written.get(name);
    const known = this.#known.get(name);
    const atMs = Math.max(before?.atMs ?? 0, request.message.record.timestamp);
    // The request that enrols a member has their reference; a later credit has none.
    const first = before?.request ?? request;
    const figures = figuresAfter(purchase, before?.figures ?? null, known);
    const wholeReturns = (before?.wholeReturns ?? 0) + (purchase?.wholeReturns ?? 0);
    const isNew = known === undefined;
    this.#written.set(name, { request: first, account, isNew, atMs, figures, wholeReturns });
  }

  writes(): AccountWrites {
    const enrolled: AccountWrite[] = [];
    const updated: AccountWrite[] = [];
    const days: MemberDayBatch = { opened: [], backdated: [] };
    for (const { request, account, isNew, atMs, figures, wholeReturns } of this.#written.values()) {
      const { environmentId, memberKey, memberRef } = request;
      const own = { environmentId, memberKey, externalRef: memberRef ?? '', account, atMs };
      const write = wholeReturns === 0 ? own : { ...own, wholeReturns };
      const bought = figures?.writes();
      if (bought !== undefined) gatherDays(days, bought, { environmentId, memberId: account.memberId });
      const full = bought === undefined ? write : { ...write, figures: bought.figures };
      if (isNew) enrolled.push({ ...full, enrolledBy: authorOf(request.message.record) });
      else updated.push(full);
    }
    return { enrolled, updated, days };
  }
}

const figuresAfter = (
  purchase: Purchase | null,
  before: FigureBook | null,
  known: KnownAccount | undefined,
): FigureBook | null => {
  if (purchase === null) return before;
  const figures = before ?? new FigureBook(known?.figures ?? noFigures);
  figures.add({
    day: utcDayOf(purchase.occurredAtMs),
    cents: purchase.amountCents,
    txns: purchase.txns ?? 1,
  });
  return figures;
};

interface MemberDayBatch {
  readonly opened: OpenedDay[];
  readonly backdated: BackdatedPurchase[];
}

const gatherDays = (
  days: MemberDayBatch,
  { opened, backdated }: FigureWrites,
  member: Pick<OpenedDay, 'environmentId' | 'memberId'>,
): void => {
  for (const day of opened) days.opened.push({ ...member, ...day });
  for (const purchase of backdated) days.backdated.push({ ...member, ...purchase });
};
