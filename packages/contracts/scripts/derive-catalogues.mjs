// Error codes and topics: as typed constants for code, as a table for people.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { camelCase, cell, constant, markdown, notice, slugOf } from './derived-text.mjs';

const read = (schemasFolder, name) => JSON.parse(readFileSync(join(schemasFolder, name), 'utf8'));

const mustBeUnique = (values, what) => {
  const repeated = values.filter((value, at) => values.indexOf(value) !== at);
  if (repeated.length > 0) throw new Error(`${what} given twice: ${repeated.join(', ')}`);
};

const errorsPage = (typeBase, errors) => `# Problem codes

<!-- Derived from schemas/errors.json by \`npm run derive\`. Do not edit. -->

Every problem is an RFC 7807 object; its \`type\` is \`${typeBase}\` followed by the name in the last column (D7, D8). Its \`context\` is always
present: an object with the members of its column, or an empty object.

| Code | Status | What it means | \`context\` | Type |
|---|---|---|---|---|
${errors.map(({ code, status, title, detail, context }) => `| \`${code}\` | ${status} | ${cell(title)}. ${cell(detail)} | ${cell(contextText(context))} | \`${slugOf(code)}\` |`).join('\n')}
`;

const contextText = (context = {}) =>
  Object.entries(context)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join('; ');

export const deriveErrors = async (schemasFolder, generatedFolder) => {
  const { typeBase, errors, internal } = read(schemasFolder, 'errors.json');
  mustBeUnique(
    [...errors, ...internal].map(({ code }) => code),
    'Error codes',
  );
  const entries = errors.map(({ advice: _, context: __, always: ___, ...entry }) => ({
    ...entry,
    type: typeBase + slugOf(entry.code),
  }));
  const module = `${notice('schemas/errors.json')}
${constant('errorEntries', entries)}
/** The code of a problem that a caller can meet. */
export type ErrorCode = (typeof errorEntries)[number]['code'];

${constant(
  'internalCodes',
  internal.map(({ code }) => code),
)}
/** A code between services, which no caller meets. */
export type InternalCode = (typeof internalCodes)[number];

/** The code of a reply of an engine. */
export type ReplyCode = ErrorCode | InternalCode;
`;
  return [
    [`${generatedFolder}/errors.ts`, module],
    ['docs/reference/errors.md', await markdown(errorsPage(typeBase, errors))],
  ];
};

const topicsPage = (topics) => `# Topics

<!-- Derived from schemas/topics.json by \`npm run derive\`. Do not edit. -->

Every service that consumes a stream may write \`loyalty.dead-letters\`; while an epoch is opened, one process of any such service reads facts
and erasures again. A tenant's own topic is \`loyalty.receipts.<tenantId>.<live|test>\`: the tenant's producers write it, and earn-engine reads it.
No topic is named \`loyalty.events\`: \`loyalty.events.<tenantId>.<live|test>\` is that of an environment with a [stream out](../mechanisms/stream-out.md),
and the tenant reads it. Any service publishes outbox rows of an owner that is dead.

| Topic | What travels | Written by | Read by | Key | Schema | Partitions | Kept for |
|---|---|---|---|---|---|---|---|
${topics.map(({ name, doc, writers, readers, key, schema, partitions, config }) => `| \`${name}\` | ${cell(doc)} | ${writers.join(', ')} | ${readers.join(', ') || 'nobody'} | ${cell(key ?? 'none')} | ${schema === null ? 'any' : `\`${schema}\``} | ${partitions} | ${durationOf(config['retention.ms'])} |`).join('\n')}
`;

const accessOf = ({ name, writers, readers, ...topic }) => ({
  name,
  writers,
  readers,
  surveyors: topic.surveyedBy ?? [],
  isPublishedByAny: topic.publishedByAny === true,
  isRereadByAny: topic.rereadByAny === true,
  hasStreams: topic.hasStreams === true,
  isOfEnvironments: topic.ofEnvironments === true,
});

const durationOf = (retentionMs) => {
  if (retentionMs === undefined) return 'ever';
  const minutes = Number(retentionMs) / 60_000;
  return minutes < 1440 ? `${minutes} min` : `${minutes / 1440} days`;
};

export const deriveTopics = async (schemasFolder, generatedFolder) => {
  const { topics } = read(schemasFolder, 'topics.json');
  mustBeUnique(
    topics.map(({ name }) => name),
    'Topics',
  );
  const names = topics.map(({ name }) => [camelCase(name.replace(/^loyalty\./, '')), name]);
  const module = `${notice('schemas/topics.json')}
/** The names of the topics. */
${constant('topics', Object.fromEntries(names))}
${constant(
  'topicEntries',
  topics.map(({ name, doc, key, schema, lane, partitions, partitionsLocal, config, ofEnvironments }) => ({
    name,
    doc,
    key,
    schema,
    lane,
    partitions,
    partitionsLocal,
    config,
    isOfEnvironments: ofEnvironments === true,
  })),
)}
/** The processes that touch a topic, by their names. */
export interface TopicAccess {
  readonly name: TopicName;
  readonly writers: readonly string[];
  readonly readers: readonly string[];
  /** The services that only ask how far the topic has advanced. */
  readonly surveyors: readonly string[];
  /** Any service publishes messages for an owner that is dead. */
  readonly isPublishedByAny: boolean;
  /** Any service that consumes streams reads it again while it opens an epoch. */
  readonly isRereadByAny: boolean;
  /** Tenants have topics of their own, whose names begin with this one and a dot. */
  readonly hasStreams: boolean;
  /** No topic has this very name, but environments have topics whose names begin with it and a dot. */
  readonly isOfEnvironments: boolean;
}

export const topicAccess: readonly TopicAccess[] = ${JSON.stringify(topics.map(accessOf), null, 2)};

/** The name of a topic. */
export type TopicName = (typeof topicEntries)[number]['name'];
`;
  return [
    [`${generatedFolder}/topics.ts`, module],
    ['docs/reference/topics.md', await markdown(topicsPage(topics))],
  ];
};
