import { fingerprintOf } from '@loyalty/contracts';
import type { Snapshot } from '@loyalty/rules';
import type { Database, Transaction } from '@loyalty/storage';
import { readVersions } from '@loyalty/tables/configuration';
import type { KeyRecord } from '@loyalty/tables/keys';
import type { Snapshots } from '@loyalty/tables/snapshot';
import { readAnswer, type Stored } from './statements.ts';

export interface Outcome {
  /** The status and the code of a refusal. */
  readonly refused: { readonly status: number; readonly code: string } | null;
  readonly answer: Buffer;
  readonly isReplayed: boolean;
  readonly isMismatched: boolean;
}

/** An outcome with nothing in it. */
export const nothing: Outcome = {
  refused: null,
  answer: Buffer.alloc(0),
  isReplayed: false,
  isMismatched: false,
};

/** Another request stored this reference, or enrolled this member, first. */
export class Taken extends Error {}

/** The context in which a request is decided. */
export interface RequestContext {
  readonly tx: Transaction;
  readonly snapshots: Snapshots;
  readonly key: KeyRecord;
  readonly fingerprint: Buffer;
}

/** One kind of request. */
export interface Operation<Body> {
  readonly name: 'evaluate' | 'redeem';
  readonly encode: (body: Body) => Buffer;
  readonly within: (context: RequestContext, body: Body) => Promise<Outcome>;
}

export type Execute<Body> = (key: KeyRecord, body: Body) => Promise<Outcome>;

const triesMax = 5;

/**
 * Executes each request in its own transaction. The unique reference decides whether a request is new, so a new request needs
 * no look-up beforehand.
 */
export const createExecute = <Body extends { readonly transactionRef: string }>(
  { db, snapshots }: { readonly db: Database; readonly snapshots: Snapshots },
  { name, encode, within }: Operation<Body>,
): Execute<Body> => {
  const attempt = async (key: KeyRecord, body: Body, tries: number): Promise<Outcome> => {
    const fingerprint = fingerprintOf(encode(body));
    try {
      return await db.transaction((tx) => within({ tx, snapshots, key, fingerprint }, body));
    } catch (failure) {
      if (!(failure instanceof Taken) || tries >= triesMax) throw failure;
    }
    const named = { environmentId: key.environmentId, operation: name, ref: body.transactionRef };
    const stored = await readAnswer(db, named);
    return stored === null ? attempt(key, body, tries + 1) : replayed(stored, fingerprint);
  };
  return (key, body) => attempt(key, body, 1);
};

const replayed = (stored: Stored, fingerprint: Buffer): Outcome => ({
  refused: null,
  answer: stored.answer,
  isReplayed: true,
  isMismatched: !stored.fingerprint.equals(fingerprint),
});

/** Returns the configuration; reads it again when its version has changed. */
export const snapshotOf = async ({
  tx,
  snapshots,
  key: { environmentId },
}: RequestContext): Promise<Snapshot> => {
  const version = (await readVersions(tx, [environmentId], 'engines')).get(environmentId) ?? 0;
  const snapshot = await snapshots.get(environmentId, version);
  if (snapshot === null) throw new Error(`there is no environment ${environmentId.toString()}`);
  return snapshot;
};

/** Builds an outbox row; nothing publishes it. */
export const factsOf = (type: string, { tenantId }: Snapshot, data: object): Buffer =>
  Buffer.from(JSON.stringify({ type, tenantId, data: { ...data, postings: undefined } }));
