import { type Clock, Fault, utcDayOf } from '@loyalty/kernel';
import { readSegmentRule } from '@loyalty/rules/segments';
import { classifyFailure, type Database, type Queryable } from '@loyalty/storage';
import { previewSegment } from '@loyalty/tables/segments';
import { findRuleFaults } from '@loyalty/tables/segments/management';
import { listTiers } from '@loyalty/tables/tiers/management';
import type {
  CountPreview,
  SegmentPreviewCall,
  SegmentPreviewOutcome,
} from '../usecases/segments/preview-segment.ts';

/**
 * Creates a function that counts in one consistent snapshot. `previews` is a separate pool, which ends slow
 * statements.
 */
export const createCountPreview =
  ({ previews, clock }: { readonly previews: Database; readonly clock: Pick<Clock, 'now'> }): CountPreview =>
  async (call) => {
    try {
      return await previews.readConsistently((tx) => previewOn(tx, call, utcDayOf(clock.now())));
    } catch (failure) {
      if (isTooSlow(failure)) return { outcome: 'too-slow' };
      throw failure;
    }
  };

/** Compiling rules takes longer than most of them run, and a preview may use one core. */
const settings = `SELECT set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`;

const previewOn = async (
  tx: Queryable,
  { environmentId, rules, sampleSize }: SegmentPreviewCall,
  today: number,
): Promise<SegmentPreviewOutcome> => {
  const faults = await findRuleFaults(tx, environmentId, rules);
  if (faults.length > 0) return { outcome: 'invalid', faults };
  const rule = readSegmentRule(rules);
  if (rule === null) throw new Fault('UNREADABLE_RULES', 'rules that the contract allows cannot be read');
  const tiers = await listTiers(tx, environmentId);
  await tx.query(settings);
  const preview = await previewSegment(tx, environmentId, { rule, tiers, today, sampleSize });
  return { outcome: 'previewed', preview };
};

/** The database of an ingress throws temporary failures as Faults, with the original error as cause. */
const isTooSlow = (failure: unknown): boolean =>
  failure instanceof Fault && classifyFailure(failure.cause) === 'timeout';
