import { isDeepStrictEqual } from 'node:util';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { rulesVersionOf } from '@loyalty/rules';
import { spend } from '@loyalty/rules/budgets';
import {
  type CampaignAction,
  type CampaignState,
  type CampaignTransition,
  decideCampaignTransition,
  isBudgetSpent,
} from '@loyalty/rules/campaigns';
import { type Database, onlyRow, type Transaction } from '@loyalty/storage';
import { type AnotherPersonNeeded, findSameAuthor } from '../audit/live-changes.ts';
import { raiseConfigVersion } from '../configuration/config-version.ts';
import {
  claimKey,
  duplicateKey,
  type DuplicateKey,
  findDuplicateKey,
  storedKeyOf,
} from '../configuration/entity-keys.ts';
import type { ChangeTerms } from '../configuration/entity-version.ts';
import {
  type ChangeDecision,
  changeEntity,
  type ChangeResult,
  type CreateResult,
  findExceeded,
  growingWrite,
  type InvalidContent,
  type LimitExceeded,
} from '../configuration/write-configuration.ts';
import { getSettings } from '../tenants/settings.ts';
import { readBudgets, spendBudgets } from './budgets.ts';
import {
  applyPatch,
  blankContent,
  type CampaignInput,
  type CampaignPatch,
  faultsOfBody,
  faultsOfContent,
} from './campaign-content.ts';
import {
  findBytesExceeded,
  findSumExceeded,
  findUnknownRules,
  type NotYetAvailable,
} from './campaign-limits.ts';
import {
  campaignColumns,
  type CampaignContent,
  type CampaignRecord,
  campaignRecordOf,
  type CampaignRow,
  campaignVersionOf,
  contentColumns,
  contentOf,
  contentValues,
  lockCampaign,
} from './campaigns.ts';
import { type KnownNames, lockNames, withNamesOf } from './known-names.ts';

/**
 * Creates a campaign in the state DRAFT (interface 3, D30). If the environment does not exist, nothing is
 * written.
 */
export const createCampaign = async (
  db: Database,
  environmentId: EnvironmentId,
  input: CampaignInput,
): Promise<CreateResult<CampaignRecord, InvalidContent | DuplicateKey | LimitExceeded | NotYetAvailable>> => {
  const bodyFaults = faultsOfBody(input);
  if (bodyFaults.length > 0) return { outcome: 'invalid', faults: bodyFaults };
  const content = applyPatch(blankContent(input), input);
  return growingWrite(db, environmentId, async (tx) => {
    const faults = faultsOfContent(content, input, await lockNames(tx, environmentId, content));
    if (faults.length > 0) return { outcome: 'invalid', faults };
    // A repeated call learns that its key exists, even when the campaign was the last that a limit allowed.
    const key = await claimKey(tx, environmentId, {
      kind: 'campaign',
      name: content.name,
      given: content.key,
    });
    if (key === null) return duplicateKey;
    const made = { id: randomId(), content: { ...content, key } };
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

/** $1 to $3 are the environment, the id and the version of the rules. */
const contentParameters = contentColumns.map((_, index) => `$${(index + 4).toString()}`);

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
    `INSERT INTO campaigns AS r (environment_id, id, rules_version, ${contentColumns.join(', ')})
     VALUES ($1, $2, $3, ${contentParameters.join(', ')})
     RETURNING ${campaignColumns}`,
    [environmentId, id, rulesVersionOf(content), ...contentValues(content)],
  );
  return campaignRecordOf(onlyRow(rows, 'campaigns'));
};

/** An archived campaign cannot change (D31): 409 INVALID_STATE_TRANSITION, with these as context. */
interface RefusedUpdate {
  readonly outcome: 'refused';
  readonly from: 'ARCHIVED';
  readonly to: 'ARCHIVED';
  readonly reason: 'ARCHIVED';
}

const archivedStays: RefusedUpdate = {
  outcome: 'refused',
  from: 'ARCHIVED',
  to: 'ARCHIVED',
  reason: 'ARCHIVED',
};

/** The campaign is ACTIVE or PAUSED, and the caller may change drafts alone (D214). */
interface NotPermitted {
  readonly outcome: 'not-permitted';
}

type UpdateRefusal =
  | InvalidContent
  | DuplicateKey
  | NotPermitted
  | RefusedUpdate
  | LimitExceeded
  | NotYetAvailable
  | AnotherPersonNeeded;

export type UpdateCampaignResult = ChangeResult<CampaignRecord, UpdateRefusal>;

interface CampaignChange {
  readonly campaignId: string;
  readonly patch: CampaignPatch;
  readonly terms?: ChangeTerms;
  /** If false, a campaign that is ACTIVE or PAUSED stays as it is (D214). */
  readonly mayChangeRunning?: boolean;
  /**
   * It is called in the same transaction when the campaign is paused because its new budget is spent already
   * (D31).
   */
  readonly onSuspended?: (tx: Transaction, suspended: SuspendedCampaign) => Promise<void>;
}

export interface SuspendedCampaign {
  readonly campaign: CampaignRecord;
  /** True if the alert of this budget was not published yet: it is published before the suspension (D81). */
  readonly alerts: boolean;
  /** The value of a point in cents (D32). */
  readonly pointValueCents: number;
}

/** Changes a campaign, which may be ACTIVE (interface 4.2, D29 to D31). Writes nothing if nothing changes. */
export const updateCampaign = async (
  db: Database,
  environmentId: EnvironmentId,
  { campaignId, patch, terms = {}, mayChangeRunning = true, onSuspended }: CampaignChange,
): Promise<UpdateCampaignResult> => {
  const faults = faultsOfBody(patch);
  if (faults.length > 0) return { outcome: 'invalid', faults };
  return changeEntity(db, environmentId, {
    kind: 'campaigns',
    mayGrow: true,
    lock: (tx) => lockCampaign(tx, environmentId, campaignId),
    recordOf: (current) => current,
    versionOf: campaignVersionOf,
    terms,
    isPatch: true,
    decide: (current, tx) => decideUpdate(tx, environmentId, { current, patch, terms, mayChangeRunning }),
    store: async (tx, decided, { id, state }) => {
      const record = await storeUpdate(tx, environmentId, { ...decided, id });
      if (record.state !== state) await onSuspended?.(tx, await noteSuspended(tx, environmentId, record));
      return record;
    },
  });
};

const decideUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  {
    current,
    patch,
    terms,
    mayChangeRunning,
  }: Required<Pick<CampaignChange, 'patch' | 'terms' | 'mayChangeRunning'>> & {
    readonly current: CampaignRecord;
  },
): Promise<UpdateDecision> => {
  // Behind the lock: nobody activates it between this check and the change.
  if (!mayChangeRunning && isRunning(current)) return { refuse: { outcome: 'not-permitted' } };
  const known = withNamesOf(await lockNames(tx, environmentId, patch), current);
  const decision = judgeUpdate(current, patch, known);
  if (decision === 'keep' || !('store' in decision)) return decision;
  const changed = { id: current.id, content: decision.store.content };
  const refusal =
    (await findDuplicateKey(tx, environmentId, {
      kind: 'campaign',
      id: current.id,
      before: storedKeyOf(current),
      key: changed.content.key,
    })) ??
    (bringsRules(patch) ? await findRulesRefusal(tx, environmentId, { current, changed }) : null) ??
    (isRunning(current) ? await findSameAuthorOf(tx, environmentId, { current, terms }) : null);
  return refusal === null ? decision : { refuse: refusal };
};

const findRulesRefusal = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  {
    current,
    changed,
  }: {
    readonly current: CampaignRecord;
    readonly changed: { readonly id: string; readonly content: CampaignContent };
  },
): Promise<LimitExceeded | NotYetAvailable | null> =>
  (await findUnknownRules(tx, changed.content)) ??
  (await findBytesExceeded(tx, environmentId, changed)) ??
  (current.state === 'ACTIVE' ? await findSumsExceeded(tx, environmentId, changed) : null);

const findSameAuthorOf = (
  tx: Transaction,
  environmentId: EnvironmentId,
  { current, terms }: { readonly current: CampaignRecord; readonly terms: ChangeTerms },
): Promise<AnotherPersonNeeded | null> =>
  findSameAuthor(tx, environmentId, terms, { type: 'campaign', id: current.id });

/** Sums cover ACTIVE campaigns and this one, which may be about to be ACTIVE. */
const findSumsExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  changed: { readonly id: string; readonly content: CampaignContent },
): Promise<LimitExceeded | null> =>
  (await findSumExceeded(tx, environmentId, { of: 'listedValues', ...changed })) ??
  (await findSumExceeded(tx, environmentId, { of: 'campaignComparisons', ...changed })) ??
  (await findSumExceeded(tx, environmentId, { of: 'lineComparisons', ...changed })) ??
  (await findSumExceeded(tx, environmentId, { of: 'memberLimits', ...changed }));

const isRunning = ({ state }: CampaignRecord): boolean => state === 'ACTIVE' || state === 'PAUSED';

/** Only these fields add bytes that count, or may need newer rules. */
const fieldsOfRules = [
  'earningRule',
  'redemptionRule',
  'targetSegmentIds',
  'storeIds',
  'minSpend',
  'currency',
  'conditions',
  'earnOn',
  'limits',
  'exclusiveGroup',
  'priority',
  'tierMultiplier',
] as const satisfies readonly (keyof CampaignPatch)[];

const bringsRules = (patch: CampaignPatch): boolean =>
  fieldsOfRules.some((field) => (patch[field] ?? null) !== null);

type UpdateDecision = ChangeDecision<StoredUpdate, UpdateRefusal>;

interface StoredUpdate {
  readonly content: CampaignContent;
  /** Null: as before. A patch that brings no rules is not held up, so it must need no newer ones. */
  readonly rulesVersion: number | null;
  readonly state: CampaignState;
}

const judgeUpdate = (current: CampaignRecord, patch: CampaignPatch, known: KnownNames): UpdateDecision => {
  const before = contentOf(current);
  const patched = applyPatch(before, patch);
  const content = { ...patched, key: storedKeyOf({ id: current.id, key: patched.key ?? current.id }) };
  const faults = faultsOfContent(content, patch, known);
  if (faults.length > 0) return { refuse: { outcome: 'invalid', faults } };
  if (current.state === 'ARCHIVED') return { refuse: archivedStays };
  if (isDeepStrictEqual(content, before)) return 'keep';
  const version = bringsRules(patch) ? rulesVersionOf(content) : null;
  return { store: { content, rulesVersion: version, state: stateAfter(current, content) } };
};

/** A new budget that is spent already pauses at once (D31). */
const stateAfter = (
  { state, spentCents }: CampaignRecord,
  { maxBudgetCents }: CampaignContent,
): CampaignState => (state === 'ACTIVE' && isBudgetSpent({ spentCents, maxBudgetCents }) ? 'PAUSED' : state);

/** Budget and campaign are locked together, so one transaction alone publishes the alert of a budget. */
const noteSuspended = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  campaign: CampaignRecord,
): Promise<SuspendedCampaign> => {
  const name = { environmentId, campaignId: campaign.id };
  const [found] = await readBudgets(tx, [name]);
  const before = onlyRow(found?.budget == null ? [] : [found.budget], 'campaign_budgets');
  const { alerts, budget } = spend(before, 0);
  if (alerts) await spendBudgets(tx, [{ ...name, cents: 0, alertedForCents: budget.alertedForCents }]);
  const settings = await getSettings(tx, environmentId);
  return { campaign, alerts, pointValueCents: settings?.pointValueCents ?? 1 };
};

/** $1 to $4 are the environment, the id, the state and the version of the rules. */
const assignments = contentColumns.map((column, index) => `${column} = $${(index + 5).toString()}`);

const storeUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { id, state, content, rulesVersion }: StoredUpdate & Pick<CampaignRecord, 'id'>,
): Promise<CampaignRecord> => {
  const rows = await tx.query<CampaignRow>(
    `UPDATE campaigns AS r
        SET state = $3, paused_reason = CASE WHEN r.state = $3 THEN r.paused_reason WHEN $3 = 'PAUSED' THEN 'BUDGET' END,
            updated_at = now(), rules_version = COALESCE($4::int, r.rules_version), ${assignments.join(', ')}
      WHERE r.environment_id = $1 AND r.id = $2
     RETURNING ${campaignColumns}`,
    [environmentId, id, state, rulesVersion, ...contentValues(content)],
  );
  return campaignRecordOf(onlyRow(rows, 'campaigns'));
};

export type TransitionCampaignResult = ChangeResult<CampaignRecord, StepRefusal>;

type StepRefusal =
  Extract<CampaignTransition, { outcome: 'refused' }> | LimitExceeded | NotYetAvailable | AnotherPersonNeeded;

export interface CampaignStep {
  readonly campaignId: string;
  readonly action: CampaignAction;
  readonly terms?: ChangeTerms;
}

/** Changes a campaign's state (interface 3, D31). Writes nothing if the campaign is already in that state. */
export const transitionCampaign = (
  db: Database,
  environmentId: EnvironmentId,
  { campaignId, action, terms = {} }: CampaignStep,
): Promise<TransitionCampaignResult> =>
  changeEntity(db, environmentId, {
    kind: 'campaigns',
    mayGrow: true,
    lock: (tx) => lockCampaign(tx, environmentId, campaignId),
    recordOf: (current) => current,
    versionOf: campaignVersionOf,
    terms,
    isPatch: false,
    decide: (current, tx) => decideStep(tx, environmentId, { current, action, terms }),
    store: (tx, state, { id }) => storeState(tx, environmentId, { id, state }),
  });

const decideStep = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  {
    current,
    action,
    terms,
  }: { readonly current: CampaignRecord; readonly action: CampaignAction; readonly terms: ChangeTerms },
): Promise<ChangeDecision<CampaignState, StepRefusal>> => {
  const decision = decideCampaignTransition(current, action);
  if (decision.outcome === 'refused') return { refuse: decision };
  if (decision.outcome === 'unchanged') return 'keep';
  const refusal =
    decision.to === 'ACTIVE'
      ? ((await refuseActivation(tx, environmentId, current)) ??
        (await findSameAuthorOf(tx, environmentId, { current, terms })))
      : null;
  return refusal === null ? { store: decision.to } : { refuse: refusal };
};

const refuseActivation = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  campaign: CampaignRecord,
): Promise<LimitExceeded | NotYetAvailable | null> =>
  (await findUnknownRules(tx, campaign)) ??
  (await findExceeded(tx, environmentId, 'activeCampaigns')) ??
  (await findSumsExceeded(tx, environmentId, { id: campaign.id, content: campaign }));

/** The first activation gives it its place in the order of activation for good (D26, D31). */
const storeState = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { id, state }: { readonly id: string; readonly state: CampaignState },
): Promise<CampaignRecord> => {
  const rows = await tx.query<CampaignRow>(
    `UPDATE campaigns AS r
        SET state = $3, updated_at = now(), paused_reason = CASE WHEN $3 = 'PAUSED' THEN 'MANUAL' END,
            activated_at = CASE WHEN $3 = 'ACTIVE' THEN COALESCE(r.activated_at, now()) ELSE r.activated_at END,
            activation_seq = CASE WHEN $3 = 'ACTIVE'
                                  THEN COALESCE(r.activation_seq, nextval('campaign_activations'))
                                  ELSE r.activation_seq END
      WHERE r.environment_id = $1 AND r.id = $2
     RETURNING ${campaignColumns}`,
    [environmentId, id, state],
  );
  return campaignRecordOf(onlyRow(rows, 'campaigns'));
};
