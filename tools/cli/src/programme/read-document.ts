import { instantOf } from '@loyalty/contracts';
import { type BodyOf, type FieldError, validatorFor } from '@loyalty/contracts/http';
import { isUuid, randomId } from '@loyalty/kernel';
import {
  faultsOfConditions,
  faultsOfEarningRule,
  faultsOfEarnOn,
  faultsOfLimits,
  faultsOfRedemptionRule,
  hasMultiplier,
  subjectOf,
} from '@loyalty/rules/campaigns';
import { type DocumentFault, parseProgramme } from './parsed-document.ts';
import {
  canonical,
  type Content,
  entityKinds,
  type EntityKind,
  fieldsOf,
  type FoundProgramme,
  isObject,
  kindNames,
  ordered,
  type Programme,
  programmeSettings,
  listNames,
} from './programme.ts';
import { type Reference, referencesIn, type IdOrKeyOf, withIds, withKeys } from './references.ts';

export interface ReadDocument {
  readonly programme: Programme;
  readonly faults: readonly DocumentFault[];
  /** Returns the line of an entity, or of the settings; 1 for what is not in the document. */
  readonly lineOf: (kind: EntityKind | 'setting', key: string) => number;
}

interface ReadOptions {
  readonly found: FoundProgramme;
  /** True if what the document does not have is removed, so that nothing may name it. */
  readonly prune: boolean;
}

const sections: readonly string[] = ['settings', ...Object.values(listNames)];

type Report = (pointer: string, message: string) => void;

/** Reads a document, and finds everything that is wrong with it without asking the API (D344). */
export const readDocument = (text: string, { found, prune }: ReadOptions): ReadDocument => {
  const { content, lineOf, faults: formFaults } = parseProgramme(text);
  const faults: DocumentFault[] = [...formFaults];
  const report: Report = (pointer, message) => {
    faults.push({ line: lineOf(pointer), pointer, message });
  };
  for (const name of Object.keys(content).filter((one) => !sections.includes(one)))
    report(`/${name}`, `is no section; sections are ${sections.join(', ')}`);
  const placed = Object.fromEntries(
    entityKinds.map((kind) => [kind, placesIn(kind, content, report)]),
  ) as Record<EntityKind, Placed>;
  const book = createBook(found, placed, prune);
  const entities = Object.fromEntries(
    entityKinds.map((kind) => [kind, readSection(kind, placed[kind], { book, found, report })]),
  ) as Programme['entities'];
  return {
    programme: { settings: readSettings(content['settings'], report), entities },
    faults: faults.toSorted((one, other) => one.line - other.line),
    lineOf: (kind, key) => lineOf(kind === 'setting' ? '/settings' : (placed[kind]?.get(key)?.pointer ?? '')),
  };
};

/** The entities of a section by their keys, each with its place; null without the section. */
type Placed = ReadonlyMap<string, { readonly pointer: string; readonly given: Content }> | null;

const keyPattern = /^[a-z0-9]+([._-][a-z0-9]+)*$/;

const placesIn = (kind: EntityKind, content: Content, report: Report): Placed => {
  const section = listNames[kind];
  const listed = content[section];
  if (listed === undefined) return null;
  const placed = new Map<string, { readonly pointer: string; readonly given: Content }>();
  if (!Array.isArray(listed)) {
    report(`/${section}`, 'must be a list; write [] for none');
    return placed;
  }
  for (const [at, given] of (listed as readonly unknown[]).entries()) {
    const pointer = `/${section}/${at.toString()}`;
    const key = isObject(given) ? given['key'] : undefined;
    if (!isObject(given)) report(pointer, `must be the fields of a ${kindNames[kind]}`);
    else if (typeof key !== 'string' || key.length > 128 || !keyPattern.test(key))
      report(
        key === undefined ? pointer : `${pointer}/key`,
        'key must be at most 128 characters, lower-case words joined by . _ or -',
      );
    else if (placed.has(key)) report(`${pointer}/key`, `the key ${key} is used twice`);
    else placed.set(key, { pointer, given });
  }
  return placed;
};

interface Book {
  readonly idOf: IdOrKeyOf;
  readonly keyOf: IdOrKeyOf;
}

/** New entities get ids here, so that the schemas of the API can judge what names them. */
const createBook = (
  found: FoundProgramme,
  placed: Readonly<Record<EntityKind, Placed>>,
  prune: boolean,
): Book => {
  const ids = new Map<string, string>();
  const keys = new Map<string, string>();
  for (const kind of entityKinds) {
    const kept = [...found.entities[kind].values()].filter(
      ({ key }) => !prune || (placed[kind]?.has(key) ?? true),
    );
    for (const { key, id } of kept) ids.set(`${kind} ${key}`, id);
    for (const key of placed[kind]?.keys() ?? [])
      if (!ids.has(`${kind} ${key}`)) ids.set(`${kind} ${key}`, randomId());
  }
  for (const [name, id] of ids)
    keys.set(`${name.slice(0, name.indexOf(' '))} ${id}`, name.slice(name.indexOf(' ') + 1));
  return {
    idOf: (kind, key) => ids.get(`${kind} ${key}`) ?? null,
    keyOf: (kind, id) => keys.get(`${kind} ${id}`) ?? null,
  };
};

interface SectionTask {
  readonly book: Book;
  readonly found: FoundProgramme;
  readonly report: Report;
}

const readSection = (
  kind: EntityKind,
  placed: Placed,
  task: SectionTask,
): ReadonlyMap<string, Content> | null => {
  if (placed === null) return null;
  return new Map(
    [...placed].map(([key, { pointer, given }]) => [
      key,
      readEntity(kind, given, {
        ...task,
        report: (inner, message) => {
          task.report(`${pointer}${inner}`, message);
        },
      }),
    ]),
  );
};

const operationOf = {
  eventDefinition: 'createEventDefinition',
  segment: 'createSegment',
  tier: 'createTier',
  campaign: 'createCampaign',
} as const;

const states: readonly unknown[] = [undefined, 'DRAFT', 'ACTIVE', 'PAUSED'];

const readEntity = (kind: EntityKind, given: Content, task: SectionTask): Content => {
  const { book, report } = task;
  const names = Object.keys(fieldsOf[kind]);
  for (const name of Object.keys(given).filter((one) => !names.includes(one)))
    report(`/${name}`, `is no field of a ${kindNames[kind]}; fields are ${names.join(', ')}`);
  if (kind === 'campaign' && !states.includes(given['state']))
    report('/state', 'must be DRAFT, ACTIVE or PAUSED; to archive a campaign, leave it out and pass --prune');
  reportUnknown(kind, given, task);
  const { state } = given;
  const written = Object.entries(given).filter(([name]) => name !== 'state' && names.includes(name));
  const body = withIds(kind, Object.fromEntries(written), (target, name) => idFor(book, target, name));
  const judged = validatorFor(operationOf[kind]).body(structuredClone(body));
  if (!judged.ok) {
    for (const { pointer, message } of judged.errors) report(inDocument(pointer), message);
    return canonical(kind, given);
  }
  for (const { pointer } of judged.warnings ?? []) report(inDocument(pointer), 'is not known');
  const value = judged.value as unknown as Content;
  for (const { pointer, message } of meaningFaults(kind, value)) report(inDocument(pointer), message);
  return canonical(kind, {
    ...withKeys(kind, value, book.keyOf),
    ...(state === undefined ? null : { state }),
  });
};

/** A name that is not known is a fault already, so that it is not one of the schema as well. */
const idFor = (book: Book, kind: EntityKind, name: string): string =>
  book.idOf(kind, name) ?? (isUuid(name) ? name : randomId());

const inDocument = (pointer: string): string =>
  pointer
    .replace(/^\/targetSegmentIds\b/, '/targetSegments')
    .replace(/^(\/benefits\/\d+)\/campaignId\b/, '$1/campaign');

/** What was removed may still be named by what names it already, as the API allows it (D29, D78). */
const reportUnknown = (kind: EntityKind, given: Content, { book, found, report }: SectionTask): void => {
  const own = found.entities[kind].get(String(given['key']))?.content;
  const before = new Set(own === undefined ? [] : referencesIn(kind, own).map(nameIn));
  for (const reference of referencesIn(kind, given)) {
    const { pointer, kind: target, name, isBare } = reference;
    const isKnown = !isBare && book.idOf(target, name) !== null;
    if (isKnown || before.has(nameIn(reference))) continue;
    report(
      pointer,
      isBare ? `must be {${target}: KEY}` : `names no ${kindNames[target]} with the key ${name}`,
    );
  }
};

const nameIn = ({ kind, name }: Reference): string => `${kind} ${name}`;

/** Finds what the schemas do not say, by the rules that the API uses. */
const meaningFaults = (kind: EntityKind, body: Content): readonly FieldError[] => {
  if (kind === 'segment') return segmentFaults(body);
  if (kind !== 'campaign') return [];
  // The validator has accepted it.
  const campaign = body as unknown as BodyOf<'createCampaign'>;
  const { earningRule, redemptionRule, limits, conditions, earnOn, tierMultiplier } = campaign;
  const subject = subjectOf(earningRule);
  return [
    ...at('/earningRule', faultsOfEarningRule(earningRule)),
    ...at('/redemptionRule', isGiven(redemptionRule) ? faultsOfRedemptionRule(redemptionRule) : []),
    ...at('/limits', isGiven(limits) ? faultsOfLimits(limits) : []),
    ...at('/conditions', isGiven(conditions) ? faultsOfConditions(conditions, subject) : []),
    ...at('/earnOn', isGiven(earnOn) ? faultsOfEarnOn(earnOn, subject) : []),
    ...dateFaults(body),
    ...(tierMultiplier === true && !hasMultiplier(earningRule)
      ? [{ pointer: '/tierMultiplier', message: `is not for rules of type ${earningRule.type}` }]
      : []),
  ];
};

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

const at = (pointer: string, faults: readonly FieldError[]): readonly FieldError[] =>
  faults.map((one) => ({ pointer: `${pointer}${one.pointer}`, message: one.message }));

const dateFaults = ({ startDate, endDate }: Content): readonly FieldError[] => {
  const instants = [
    typeof startDate === 'string' ? instantOf(startDate, 'start') : -Infinity,
    typeof endDate === 'string' ? instantOf(endDate, 'end') : Infinity,
  ] as const;
  if (instants[0] === null || instants[1] === null)
    return [
      { pointer: instants[0] === null ? '/startDate' : '/endDate', message: 'must be an existing date' },
    ];
  return instants[0] > instants[1] ? [{ pointer: '/endDate', message: 'must not be before startDate' }] : [];
};

const segmentFaults = ({ type, rules }: Content): readonly FieldError[] => {
  const hasRules = rules !== undefined && rules !== null;
  if (type === 'DYNAMIC' && !hasRules)
    return [{ pointer: '', message: 'needs rules, because it is DYNAMIC' }];
  return type === 'STATIC' && hasRules
    ? [{ pointer: '/rules', message: 'must not be given for a STATIC segment' }]
    : [];
};

/** Only these may be null: they have no other word for «none». */
const nullable: readonly string[] = ['timeZone', 'memberPointsCaps'];

const readSettings = (given: unknown, report: Report): Content | null => {
  if (given === undefined) return null;
  if (!isObject(given)) {
    report('/settings', 'must be the names of settings with their values');
    return {};
  }
  const known: readonly string[] = programmeSettings;
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name))
      report(`/settings/${name}`, `is no setting of a programme; these are ${known.join(', ')}`);
    else if (value === null && !nullable.includes(name)) report(`/settings/${name}`, 'must have a value');
  }
  const judged = validatorFor('updateSettings').body(structuredClone(given));
  for (const { pointer, message } of judged.ok ? [] : judged.errors) report(`/settings${pointer}`, message);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, ordered(value)]));
};
