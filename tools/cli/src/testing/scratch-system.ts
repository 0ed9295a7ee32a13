import { type EnvironmentId, type MemberId, memberKeyOf } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { jobAuthor } from '@loyalty/tables/authors';
import { putReference } from '@loyalty/tables/members/management';
import { createTenant, findEnvironment } from '@loyalty/tables/tenants';
import { enrolMember } from '@loyalty/tables/testing';
import { type CapturedContext, type CapturedRun, captureRun } from './captured-run.ts';
import { stackVariables } from './stack-variables.ts';

/** A tenant on its own database, which no service and no other test uses. */
export interface ScratchSystem {
  readonly db: Database;
  readonly environmentId: EnvironmentId;
  /** The options that name the tenant's live environment. */
  readonly place: readonly string[];
  loyaltyctl(line: readonly string[], context?: Omit<CapturedContext, 'variables'>): Promise<CapturedRun>;
  /** Runs it with --json. Returns the document and the exit code. */
  documentOf(...line: readonly string[]): Promise<{ readonly document: unknown; readonly exitCode: number }>;
  /** Enrols a member who was last active an hour ago. */
  enrol(externalRef: string, pointsBalance?: number): Promise<MemberId>;
  /** Gives a member a further reference. */
  give(memberId: MemberId, reference: string): Promise<void>;
}

export const createScratchSystem = async (db: Database, url: string): Promise<ScratchSystem> => {
  const { id } = await createTenant(db, { name: 'Test' });
  const environment = await findEnvironment(db, id, 'live');
  if (environment === null) throw new Error('no environment');
  const { environmentId, secret } = environment;
  const variables = { ...stackVariables(), DATABASE_URL: url };
  const loyaltyctl: ScratchSystem['loyaltyctl'] = (line, context = {}) =>
    captureRun(line, { ...context, variables });
  return {
    db,
    environmentId,
    loyaltyctl,
    place: ['--tenant', id, '--mode', 'live'],
    documentOf: async (...line) => {
      const { exitCode, out, err } = await loyaltyctl([...line, '--json']);
      if (out === '') throw new Error(err);
      return { document: JSON.parse(out) as unknown, exitCode };
    },
    enrol: (externalRef, pointsBalance = 0) =>
      enrolMember(db, environmentId, {
        externalRef,
        memberKey: memberKeyOf(secret, externalRef),
        pointsBalance,
        atMs: Date.now() - 3_600_000,
      }),
    give: async (memberId, reference) => {
      const memberKey = memberKeyOf(secret, reference);
      const order = {
        environmentId,
        memberId,
        reference,
        memberKey,
        atMs: Date.now(),
        author: jobAuthor('a test'),
      };
      await db.transaction((tx) => putReference(tx, order));
    },
  };
};
