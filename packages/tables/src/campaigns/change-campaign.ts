import { randomId, type EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import type { CreateResult, InvalidContent } from '../entity-result.ts';
import type { LimitExceeded } from '../limits/configuration-limits.ts';
import { findBytesExceeded } from '../limits/find-bytes-exceeded.ts';
import { findExceeded } from '../limits/find-exceeded.ts';
import { growingWrite } from '../limits/growing-write.ts';
import { lockSegments } from '../segments/segments.ts';
import { findUnknownRules, type NotYetAvailable } from './find-unknown-rules.ts';
import {
  applyPatch,
  blankContent,
  faultsOfContent,
  faultsOfBody,
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

export type CreateCampaignResult = CreateResult<
  CampaignRecord,
  InvalidContent | LimitExceeded | NotYetAvailable
>;

/** Creates a campaign in state DRAFT (interface 3, D30). If the environment does not exist, nothing is written. */
export const createCampaign = async (
  db: Database,
  environmentId: EnvironmentId,
  input: CampaignInput,
): Promise<CreateCampaignResult> => {
  const bodyFaults = faultsOfBody(input);
  if (bodyFaults.length > 0) return { outcome: 'invalid', faults: bodyFaults };
  const content = applyPatch(blankContent(input), input);
  return growingWrite(db, environmentId, async (tx) => {
    const existing = await lockSegments(tx, environmentId, content.targetSegmentIds);
    const faults = faultsOfContent(content, input, new Set(existing.keys()));
    if (faults.length > 0) return { outcome: 'invalid', faults };
    const made = { id: randomId(), content };
    const refusal =
      (await findUnknownRules(tx, content)) ??
      (await findExceeded(tx, environmentId, 'campaigns')) ??
      (await findBytesExceeded(tx, environmentId, made));
    if (refusal !== null) return refusal;
    const record = await insertCampaign(tx, environmentId, made);
    await raiseConfigVersion(tx, environmentId, 'campaigns');
    return { outcome: 'created', record };
  });
};

/** $1 and $2 are the environment and the id. */
const contentParameters = contentColumns.map((_, index) => `$${(index + 3).toString()}`);

const insertCampaign = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { id, content }: { readonly id: string; readonly content: CampaignContent },
): Promise<CampaignRecord> => {
  await tx.query('INSERT INTO campaign_budgets (environment_id, campaign_id) VALUES ($1, $2)', [
    environmentId,
    id,
  ]);
  const rows = await tx.query<CampaignRow>(
    `INSERT INTO campaigns AS r (environment_id, id, ${contentColumns.join(', ')})
     VALUES ($1, $2, ${contentParameters.join(', ')})
     RETURNING ${campaignColumns}`,
    [environmentId, id, ...contentValues(content)],
  );
  return campaignRecordOf(onlyRow(rows, 'campaigns'));
};
