import { type Content, type EntityKind, isObject } from './programme.ts';

/** A place where one entity names another one. */
export interface Reference {
  /** Leads into the entity as the document has it. */
  readonly pointer: string;
  readonly kind: EntityKind;
  /** The key, or an id that is no entity of the document's any more. */
  readonly name: string;
  /** True of an id that stands where a key belongs: what it named was removed. */
  readonly isBare: boolean;
}

/** Returns the id of a key, or the key of an id; null if there is none. */
export type IdOrKeyOf = (kind: EntityKind, name: string) => string | null;

const fieldKinds: Readonly<Record<string, EntityKind>> = { tier_id: 'tier', segment_id: 'segment' };

/** Trees of comparisons in which `tier_id` and `segment_id` name entities. */
const treeOf: Readonly<Partial<Record<EntityKind, string>>> = { campaign: 'conditions', segment: 'rules' };

/** Returns an entity as a document has it. Ids without a key stay. */
export const withKeys = (kind: EntityKind, record: Content, keyOf: IdOrKeyOf): Content => {
  const named = (target: EntityKind, id: unknown): unknown =>
    typeof id === 'string' ? (keyOf(target, id.toLowerCase()) ?? id) : id;
  const inTree = (target: EntityKind, id: unknown): unknown => {
    const key = typeof id === 'string' ? keyOf(target, id.toLowerCase()) : null;
    return key === null ? id : { [target]: key };
  };
  const { targetSegmentIds, ...rest } = record;
  return {
    ...renamedBenefits(rest, 'campaignId', 'campaign', (id) => named('campaign', id)),
    ...changedTree(kind, rest, inTree),
    ...(Array.isArray(targetSegmentIds) && {
      targetSegments: targetSegmentIds.map((id: unknown) => named('segment', id)),
    }),
  };
};

/** Returns an entity, or a part of one, as the API takes it. Names without an id stay. */
export const withIds = (kind: EntityKind, content: Content, idOf: IdOrKeyOf): Content => {
  const named = (target: EntityKind, name: unknown): unknown =>
    typeof name === 'string' ? (idOf(target, name) ?? name) : name;
  const inTree = (target: EntityKind, value: unknown): unknown =>
    isObject(value) && typeof value[target] === 'string' && Object.keys(value).length === 1
      ? named(target, value[target])
      : value;
  const { targetSegments, ...rest } = content;
  return {
    ...renamedBenefits(rest, 'campaign', 'campaignId', (key) => named('campaign', key)),
    ...changedTree(kind, rest, inTree),
    ...(targetSegments !== undefined && {
      targetSegmentIds: Array.isArray(targetSegments)
        ? targetSegments.map((key: unknown) => named('segment', key))
        : targetSegments,
    }),
  };
};

const renamedBenefits = (
  content: Content,
  from: string,
  to: string,
  change: (name: unknown) => unknown,
): Content => {
  const { benefits } = content;
  if (!Array.isArray(benefits)) return content;
  const renamed = benefits.map((benefit: unknown) => {
    if (!isObject(benefit) || !(from in benefit)) return benefit;
    const { [from]: name, ...others } = benefit;
    return { ...others, [to]: change(name) };
  });
  return { ...content, benefits: renamed };
};

type ChangeValue = (target: EntityKind, value: unknown) => unknown;

const changedTree = (kind: EntityKind, content: Content, change: ChangeValue): Content => {
  const field = treeOf[kind];
  if (field === undefined || content[field] === undefined) return {};
  return { [field]: changedNode(content[field], change) };
};

const changedNode = (node: unknown, change: ChangeValue): unknown => {
  if (!isObject(node)) return node;
  const { conditions, field, value } = node;
  if (Array.isArray(conditions))
    return { ...node, conditions: conditions.map((one: unknown) => changedNode(one, change)) };
  const target = typeof field === 'string' ? fieldKinds[field] : undefined;
  if (target === undefined) return node;
  return {
    ...node,
    value: Array.isArray(value) ? value.map((one: unknown) => change(target, one)) : change(target, value),
  };
};

/** Returns what an entity names, as the document has it. */
export const referencesIn = (kind: EntityKind, content: Content): readonly Reference[] => [
  ...targetsIn(content),
  ...benefitsIn(content),
  ...treeReferences(kind, content),
];

const targetsIn = ({ targetSegments }: Content): readonly Reference[] =>
  listOf(targetSegments).flatMap((name, at) =>
    typeof name === 'string'
      ? [{ pointer: `/targetSegments/${at.toString()}`, kind: 'segment', name, isBare: false } as const]
      : [],
  );

const benefitsIn = ({ benefits }: Content): readonly Reference[] =>
  listOf(benefits).flatMap((benefit, at) =>
    isObject(benefit) && typeof benefit['campaign'] === 'string'
      ? [
          {
            pointer: `/benefits/${at.toString()}/campaign`,
            kind: 'campaign',
            name: benefit['campaign'],
            isBare: false,
          } as const,
        ]
      : [],
  );

const treeReferences = (kind: EntityKind, content: Content): readonly Reference[] => {
  const field = treeOf[kind];
  return field === undefined ? [] : [...nodeReferences(content[field], `/${field}`)];
};

function* nodeReferences(node: unknown, pointer: string): Generator<Reference> {
  if (!isObject(node)) return;
  const { conditions, field, value } = node;
  for (const [at, one] of listOf(conditions).entries())
    yield* nodeReferences(one, `${pointer}/conditions/${at.toString()}`);
  const kind = typeof field === 'string' ? fieldKinds[field] : undefined;
  if (kind === undefined) return;
  if (!Array.isArray(value)) yield* valueReference(kind, value, `${pointer}/value`);
  for (const [at, one] of listOf(value).entries())
    yield* valueReference(kind, one, `${pointer}/value/${at.toString()}`);
}

function* valueReference(kind: EntityKind, value: unknown, pointer: string): Generator<Reference> {
  if (typeof value === 'string') yield { pointer, kind, name: value, isBare: true };
  else if (isObject(value) && typeof value[kind] === 'string')
    yield { pointer: `${pointer}/${kind}`, kind, name: value[kind], isBare: false };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
