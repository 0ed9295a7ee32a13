import { randomId, type EnvironmentId } from '@loyalty/kernel';
import type { FieldFault } from '@loyalty/rules';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import { holdSegments } from '../segments/segments.ts';
import { writeTransaction } from '../write-transaction.ts';
import {
  applyPatch,
  blankContent,
  faultsOfContent,
  faultsOfDates,
  type CampaignInput,
} from './campaign-content.ts';
import {
  campaignColumns,
  campaignRecordOf,
  contentColumns,
  contentValues,
  type CampaignContent,
  type CampaignRecord,
  type CampaignRow,
} from './campaign-record.ts';

export type CreateCampaignResult =
  | { readonly outcome: 'created'; readonly campaign: CampaignRecord }
  /** Answer 400 VALIDATION_ERROR with these. */
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldFault[] };

/** Makes a campaign, in state DRAFT (interface 3, D30). The environment must exist: nothing is written otherwise. */
export const createCampaign = async (
  db: Database,
  environmentId: EnvironmentId,
  input: CampaignInput,
): Promise<CreateCampaignResult> => {
  const dateFaults = faultsOfDates(input);
  if (dateFaults.length > 0) return { outcome: 'invalid', faults: dateFaults };
  const content = applyPatch(blankContent(input), input);
  return writeTransaction(db, async (tx) => {
    const existing = await holdSegments(tx, environmentId, content.targetSegmentIds);
    const faults = faultsOfContent(content, input, new Set(existing.keys()));
    if (faults.length > 0) return { outcome: 'invalid', faults };
    const campaign = await insertCampaign(tx, environmentId, content);
    await raiseConfigVersion(tx, environmentId);
    return { outcome: 'created', campaign };
  });
};

/** $1 and $2 are the environment and the id. */
const contentParameters = contentColumns.map((_, index) => `$${(index + 3).toString()}`);

const insertCampaign = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  content: CampaignContent,
): Promise<CampaignRecord> => {
  const id = randomId();
  await tx.query('INSERT INTO campaign_budgets (environment_id, campaign_id) VALUES ($1, $2)', [
    environmentId,
    id,
  ]);
  const rows = await tx.query<CampaignRow>(
    `INSERT INTO campaigns AS c (environment_id, id, ${contentColumns.join(', ')})
     VALUES ($1, $2, ${contentParameters.join(', ')})
     RETURNING ${campaignColumns}`,
    [environmentId, id, ...contentValues(content)],
  );
  return campaignRecordOf(onlyRow(rows, 'campaigns'));
};
