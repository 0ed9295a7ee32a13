import type { OperationId } from '@loyalty/client';
import {
  call,
  type FieldChange,
  type Plan,
  type PlanFault,
  type PlannedCall,
  type PlanOptions,
} from './plan.ts';
import {
  type Content,
  entityKinds,
  type EntityKind,
  fieldsOf,
  type FoundEntity,
  type FoundProgramme,
  isSame,
  kindNames,
  type Programme,
} from './programme.ts';
import { referencesIn } from './references.ts';
import { orderThresholds } from './threshold-order.ts';

/**
 * Returns the calls that make the environment what the document says, in the order in which they can be sent
 * (D344). Nothing is live before the last of them but changes of what was live.
 */
export const planChanges = (found: FoundProgramme, wanted: Programme, options: PlanOptions): Plan => {
  const missing = missingIn(found, wanted);
  const removed = options.prune ? missing.filter(({ kind }) => kind === 'tier').length : 0;
  const tiers = planTiers(found, wanted, removed);
  const calls = [
    ...planKind('eventDefinition', found, wanted),
    ...tiers.early,
    ...planKind('segment', found, wanted),
    ...planKind('campaign', found, wanted),
    ...tiers.late,
    ...planSettings(found, wanted),
    ...(options.prune ? removals(missing, found) : []),
    ...(options.withStates ? planStates(found, wanted) : []),
  ];
  const faults = [
    ...tiers.faults,
    ...typeFaults(found, wanted),
    ...(options.prune ? leftBehind(missing, found, wanted) : []),
  ];
  return { calls, missing, faults };
};

const missingIn = (found: FoundProgramme, wanted: Programme): Plan['missing'] =>
  entityKinds.flatMap((kind) => {
    const section = wanted.entities[kind];
    if (section === null) return [];
    const gone = [...found.entities[kind].values()].filter(
      ({ key, state }) => !section.has(key) && state !== 'ARCHIVED',
    );
    return gone.map(({ key }) => ({ kind, key })).toSorted((one, other) => (one.key < other.key ? -1 : 1));
  });

/** States have a step of their own. */
const isCompared = (field: string): boolean => field !== 'key' && field !== 'state';

/** Fields without a default that the document leaves out stay as they are. */
const changesOf = (kind: EntityKind, before: Content, after: Content): readonly FieldChange[] =>
  Object.entries(fieldsOf[kind]).flatMap(([field, fallback]) => {
    const [was, is] = [before[field] ?? fallback, after[field] ?? fallback];
    return !isCompared(field) || is === undefined || isSame(was, is)
      ? []
      : [{ field, before: was, after: is }];
  });

const operationsOf = {
  eventDefinition: {
    create: 'createEventDefinition',
    update: 'updateEventDefinition',
    remove: 'updateEventDefinition',
  },
  segment: { create: 'createSegment', update: 'updateSegment', remove: 'deleteSegment' },
  tier: { create: 'createTier', update: 'updateTier', remove: 'deleteTier' },
  campaign: { create: 'createCampaign', update: 'updateCampaign', remove: 'archiveCampaign' },
} as const satisfies Readonly<
  Record<EntityKind, Readonly<Record<'create' | 'update' | 'remove', OperationId>>>
>;

/** Returns the calls of a kind, in the order of keys: that of the document says nothing. */
const planKind = (kind: EntityKind, found: FoundProgramme, wanted: Programme): readonly PlannedCall[] =>
  sortedKeys(wanted.entities[kind]).flatMap(([key, after]) => {
    const own = found.entities[kind].get(key);
    return own === undefined ? [creation(kind, key, after)] : updateOf(kind, own, after);
  });

const sortedKeys = (entities: ReadonlyMap<string, Content> | null): readonly (readonly [string, Content])[] =>
  [...(entities ?? [])].toSorted(([one], [other]) => (one < other ? -1 : 1));

const creation = (kind: EntityKind, key: string, content: Content): PlannedCall => {
  const fields = Object.fromEntries(Object.entries(content).filter(([field]) => field !== 'state'));
  const changes = changesOf(kind, {}, content);
  return call({ action: 'create', kind, key, operationId: operationsOf[kind].create, fields, changes });
};

const updateOf = (kind: EntityKind, own: FoundEntity, after: Content): readonly PlannedCall[] => {
  const changes = [...changesOf(kind, own.content, after), ...revival(own)];
  return changes.length === 0 ? [] : [update(kind, own, changes)];
};

/** A definition that was archived keeps its key, so it lives again. */
const revival = ({ state }: FoundEntity): readonly FieldChange[] =>
  state === 'ARCHIVED' ? [{ field: 'state', before: 'ARCHIVED', after: 'ACTIVE' }] : [];

const update = (kind: EntityKind, own: FoundEntity, changes: readonly FieldChange[]): PlannedCall => {
  const fields = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  const isRunning = own.state === 'ACTIVE' || own.state === 'PAUSED';
  const needed = kind === 'campaign' && isRunning ? ['campaigns:run'] : [];
  const { key } = own;
  return call(
    { action: 'update', kind, key, operationId: operationsOf[kind].update, fields, changes },
    needed,
  );
};

interface TierPlan {
  readonly early: readonly PlannedCall[];
  /** Benefits that name campaigns which are not there before. */
  readonly late: readonly PlannedCall[];
  readonly faults: readonly PlanFault[];
}

const planTiers = (found: FoundProgramme, wanted: Programme, removed: number): TierPlan => {
  const early: PlannedCall[] = [];
  const late: PlannedCall[] = [];
  for (const planned of planKind('tier', found, wanted)) {
    const { benefits, ...others } = planned.fields;
    const awaited = referencesIn('tier', planned.fields).filter(
      ({ name }) => wanted.entities.campaign?.has(name) === true && !found.entities.campaign.has(name),
    );
    if (awaited.length === 0) {
      early.push(planned);
      continue;
    }
    const isBenefits = ({ field }: FieldChange): boolean => field === 'benefits';
    const rest = { ...planned, fields: others, changes: planned.changes.filter((one) => !isBenefits(one)) };
    if (planned.action === 'create' || rest.changes.length > 0) early.push(rest);
    late.push(
      call({
        action: 'update',
        kind: 'tier',
        key: planned.key,
        operationId: 'updateTier',
        fields: { benefits },
        changes: planned.changes.filter(isBenefits),
      }),
    );
  }
  const { ordered, faults } = orderThresholds(early, found, removed);
  return { early: ordered, late, faults };
};

const planSettings = (found: FoundProgramme, { settings }: Programme): readonly PlannedCall[] => {
  if (settings === null) return [];
  const before = found.settings.content;
  const changes = Object.entries(settings).flatMap(([field, after]) =>
    isSame(before[field], after) ? [] : [{ field, before: before[field], after }],
  );
  if (changes.length === 0) return [];
  const fields = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  return [
    call({ action: 'update', kind: 'setting', key: '', operationId: 'updateSettings', fields, changes }),
  ];
};

/** An entity that names others is removed before them. */
const removalOrder: readonly EntityKind[] = ['campaign', 'segment', 'tier', 'eventDefinition'];

const removals = (missing: Plan['missing'], found: FoundProgramme): readonly PlannedCall[] =>
  removalOrder.flatMap((kind) =>
    missing
      .filter((one) => one.kind === kind)
      .map(({ key }) => {
        const isDefinition = kind === 'eventDefinition';
        const fields = isDefinition ? { state: 'ARCHIVED' } : {};
        const before = found.entities[kind].get(key)?.state ?? null;
        const changes =
          isDefinition || kind === 'campaign' ? [{ field: 'state', before, after: 'ARCHIVED' }] : [];
        return call({ action: 'remove', kind, key, operationId: operationsOf[kind].remove, fields, changes });
      }),
  );

/** The document may come from an environment in which the campaign was never activated. */
const draftNote =
  'It is active here and a DRAFT in the document. It cannot be a draft again, so it is paused.';

/**
 * A campaign that is wanted PAUSED and is a DRAFT stays one: it would be live for a moment. Neither gives
 * anything.
 */
const planStates = (found: FoundProgramme, wanted: Programme): readonly PlannedCall[] =>
  sortedKeys(wanted.entities.campaign).flatMap(([key, { state }]) => {
    const before = found.entities.campaign.get(key)?.state ?? 'DRAFT';
    if (state === undefined || (state === 'ACTIVE') === (before === 'ACTIVE')) return [];
    const changes = [{ field: 'state', before, after: state === 'ACTIVE' ? 'ACTIVE' : 'PAUSED' }];
    const given = { kind: 'campaign', key, fields: {}, changes } as const;
    const note = state === 'DRAFT' ? draftNote : null;
    if (state !== 'ACTIVE') return [call({ action: 'pause', operationId: 'pauseCampaign', note, ...given })];
    return before === 'DRAFT'
      ? [call({ action: 'activate', operationId: 'activateCampaign', ...given })]
      : [call({ action: 'resume', operationId: 'resumeCampaign', ...given })];
  });

const typeFaults = (found: FoundProgramme, wanted: Programme): readonly PlanFault[] =>
  sortedKeys(wanted.entities.segment).flatMap(([key, { type }]) => {
    const before = found.entities.segment.get(key)?.content['type'];
    return before === undefined || before === type
      ? []
      : [
          {
            kind: 'segment',
            key,
            message: `is ${JSON.stringify(before)} in the environment, and the type of a segment cannot change: give it another key`,
          } as const,
        ];
  });

/** An entity that stays must not name one that is removed: a campaign without its target would be open to everybody. */
const leftBehind = (
  missing: Plan['missing'],
  found: FoundProgramme,
  wanted: Programme,
): readonly PlanFault[] => {
  const gone = new Set(missing.map(({ kind, key }) => `${kind} ${key}`));
  const staying = entityKinds.filter((kind) => wanted.entities[kind] === null);
  return staying.flatMap((kind) =>
    [...found.entities[kind].values()].flatMap(({ key, content }) =>
      referencesIn(kind, content)
        .filter(({ kind: target, name }) => gone.has(`${target} ${name}`))
        .map(({ kind: target, name }) => ({
          kind: target,
          key: name,
          message: `cannot be removed, because the ${kindNames[kind]} ${key} names it`,
        })),
    ),
  );
};
