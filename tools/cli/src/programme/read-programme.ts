import type { Loyalty } from '@loyalty/client';
import {
  canonical,
  type Content,
  type EntityKind,
  type FoundEntity,
  type FoundProgramme,
  ordered,
  programmeSettings,
} from './programme.ts';
import { type IdOrKeyOf, withKeys } from './references.ts';

/** A record of the API, as far as every kind has it. */
interface ListedRecord {
  readonly id: string;
  readonly key: string;
  readonly etag?: string;
  readonly state?: string;
}

const pageSize = 200;

/** Reads what makes the programme of an environment. Throws what the client throws. */
export const readProgramme = async (loyalty: Loyalty): Promise<FoundProgramme> => {
  const [settings, definitions, segments, tiers, campaigns] = await Promise.all([
    loyalty.getSettings(),
    collect(loyalty.each.listEventDefinitions({ limit: pageSize })),
    collect(loyalty.each.listSegments({ limit: pageSize })),
    collect(loyalty.each.listTiers({ limit: pageSize })),
    readCampaigns(loyalty),
  ]);
  const records = { eventDefinition: definitions, segment: segments, tier: tiers, campaign: campaigns };
  const keyOf = keysIn(records);
  const found = (kind: EntityKind): ReadonlyMap<string, FoundEntity> =>
    new Map(records[kind].map((record) => [record.key, foundOf(kind, record, keyOf)]));
  return {
    settings: { content: settingsIn(settings), etag: settings.etag ?? '' },
    entities: {
      eventDefinition: found('eventDefinition'),
      segment: found('segment'),
      tier: found('tier'),
      campaign: found('campaign'),
    },
  };
};

/** Archived ones may be many, and none of them is part of the programme. */
const readCampaigns = async (loyalty: Loyalty): Promise<readonly ListedRecord[]> => {
  const lists = await Promise.all(
    (['DRAFT', 'ACTIVE', 'PAUSED'] as const).map((state) =>
      collect(loyalty.each.listCampaigns({ state, limit: pageSize })),
    ),
  );
  return lists.flat();
};

const collect = async (items: AsyncIterable<ListedRecord>): Promise<readonly ListedRecord[]> => {
  const all: ListedRecord[] = [];
  for await (const item of items) all.push(item);
  return all;
};

const keysIn = (records: Readonly<Record<EntityKind, readonly ListedRecord[]>>): IdOrKeyOf => {
  const byKind = new Map<EntityKind, ReadonlyMap<string, string>>(
    (Object.keys(records) as EntityKind[]).map((kind) => [
      kind,
      new Map(records[kind].map(({ id, key }) => [id, key])),
    ]),
  );
  return (kind, id) => byKind.get(kind)?.get(id) ?? null;
};

const foundOf = (kind: EntityKind, record: ListedRecord, keyOf: IdOrKeyOf): FoundEntity => {
  const { id, key, etag = '', state = null } = record;
  // A record of the API is JSON.
  const content = canonical(kind, withKeys(kind, record as unknown as Content, keyOf));
  return { id, key, etag, state, content };
};

/** Settings of which the operator is the owner are not of the document. */
const settingsIn = ({
  settings,
  owners,
}: {
  readonly settings: object;
  readonly owners: object;
}): Content => {
  const [values, ownedBy] = [settings as Content, owners as Content];
  return Object.fromEntries(
    programmeSettings
      .filter((name) => ownedBy[name] === 'TENANT')
      .map((name) => [name, ordered(values[name])]),
  );
};
