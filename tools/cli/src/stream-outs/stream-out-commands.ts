import { type Command, Option } from 'commander';
import { streamedEventCodec, subjectOf, topicOf, topics } from '@loyalty/contracts';
import {
  alterTopics,
  type ChangedSetting,
  createTopics,
  grantAccess,
  surveyTopics,
  type TopicSettings,
} from '@loyalty/kafka/admin';
import { describeCluster } from '@loyalty/kafka/metadata';
import { Fault, shownUrl } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import {
  type ChangeStreamOutResult,
  endStreamOut,
  enableStreamOut,
  findRefusal,
  findStreamOut,
  listStreamOuts,
  resumeStreamOut,
  type StreamOut,
  streamOutsMax,
  streamOutTopicOf,
} from '@loyalty/tables/tenants';
import { streamOutAccess } from '../access/access-table.ts';
import {
  type EnvironmentName,
  examples,
  integerFrom,
  modeOption,
  parseInstant,
  tenantOption,
  topicsOption,
} from '../arguments.ts';
import { createOwnRegistry, explainingRegistry, withDatabase, withOwnKafka } from '../connections.ts';
import { printChanges, streamOutConfig, type TopicOwner } from '../deploy/topics.ts';
import { requireEnvironmentId } from '../environments.ts';
import { reasonOf } from '../failures.ts';
import { type EntityWrite, publishingDatabase } from '../published-writes.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { tableLines } from '../terminal.ts';

/** Adds `stream enable-out`, and `stream out` with what concerns existing ones. */
export const addStreamOutCommands = (streams: Command, session: Session): void => {
  addEnableOut(streams, session);
  const out = streams.command('out').description('Topics on which tenants read what happened.');
  addShow(out, session);
  addList(out, session);
  addDisable(out, session);
  addResume(out, session);
  addTail(out, session);
  addReconcile(out, session);
};

interface EnableFlags extends EnvironmentName {
  readonly topics?: TopicOwner;
  readonly principal?: string;
  readonly memberRefs?: true;
  readonly partitions?: number;
}

const environmentOf = (command: Command): Command =>
  command.addOption(tenantOption().makeOptionMandatory()).addOption(modeOption().makeOptionMandatory());

const partitionsMax = 48;

const addEnableOut = (streams: Command, session: Session): void => {
  environmentOf(streams.command('enable-out'))
    .description(
      `Give an environment a topic on which its tenant reads every public event and the outcome of every streamed receipt. Safe to repeat. A database may have at most ${streamOutsMax.toString()} of them.`,
    )
    .addOption(topicsOption())
    .option('--member-refs', 'name members by their references, too; the topic then has personal data')
    .option(
      '--principal <principal>',
      'the principal of the consumer in Kafka, such as User:grocer; it is allowed to read the topic, in consumer groups whose names begin with that of the topic, and nothing else',
    )
    .option(
      '--partitions <n>',
      `the number of partitions of a new topic (default: ${topicOf(topics.events).partitions.toString()}, and ${topicOf(topics.events).partitionsLocal.toString()} on a cluster of one broker)`,
      integerFrom(1, partitionsMax),
    )
    .addHelpText(
      'after',
      examples(
        'stream enable-out --tenant 0198c0de-0000-7000-8000-000000000001 --mode live --principal User:grocer',
      ),
    )
    .action(session.action(enableOut));
};

const enableOut = async (task: CommandContext, flags: EnableFlags): Promise<CommandOutcome> => {
  const { principal, tenant: tenantId, mode, memberRefs = false } = flags;
  const topic = streamOutTopicOf({ tenantId, mode });
  const enabled = await withDatabase(task, async (db) => {
    const environmentId = await requireEnvironmentId(db, flags);
    const before = await findStreamOut(db, environmentId);
    const isNew = before === null || before.state === 'ENDED';
    const refused = isNew ? await findRefusal(db) : null;
    if (refused !== null) throw refusal(refused);
    const provided = await provideStreamOut(task, topic, { ...flags, isNew });
    const result = await written(task, db, (publishing) =>
      enableStreamOut(publishing, { tenantId, mode, memberRefs }),
    );
    return { ...result, ...provided };
  });
  if (principal !== undefined)
    await withOwnKafka(task, (kafka) => grantAccess(kafka, streamOutAccess(principal, topic)));
  const brokers = task.addresses.kafkaBrokers();
  const schemaRegistryUrl = shownUrl(task.addresses.schemaRegistryUrl());
  const document = { ...enabled, brokers, schemaRegistryUrl };
  print(task, document);
  return { document };
};

interface EnabledStreamOut extends StreamOut {
  readonly isNew: boolean;
  readonly changed: readonly ChangedSetting[];
  readonly subject: string;
  readonly schemaId: number;
  readonly brokers: readonly string[];
  readonly schemaRegistryUrl: string;
}

const print = (task: CommandContext, enabled: EnabledStreamOut): void => {
  const { topic, isNew, brokers, schemaRegistryUrl, subject, schemaId, since, state } = enabled;
  task.say(`Stream ${topic} is ${isNew ? 'enabled' : 'already enabled'}.`);
  if (state === 'PARKED')
    task.say('It is parked: see docs/runbooks/stream-out.md, and then run «loyaltyctl stream out resume».');
  task.say(`  since      ${since}; exports have what was decided before`);
  task.say(`  brokers    ${brokers.join(',')}`);
  task.say(`  registry   ${schemaRegistryUrl}`);
  task.say(`  subject    ${subject}, schema ${schemaId.toString()}`);
  task.say(`  group      any whose name begins with ${topic}`);
  printChanges(task, enabled.changed);
  task.say(
    'A consumer is in docs/integration.md, «From our topic into your warehouse». It reads these variables:',
  );
  task.say(`  export STREAM_OUT_TOPIC='${topic}'`);
  task.say(`  export KAFKA_BROKERS='${brokers.join(',')}'`);
  task.say(`  export SCHEMA_REGISTRY_URL='${schemaRegistryUrl}'`);
};

/** Makes the change, with its row of the audit log and its fact. Throws a Fault if it is refused. */
const written = async (
  task: CommandContext,
  db: Database,
  change: (publishing: Database) => Promise<ChangeStreamOutResult>,
): Promise<StreamOut & { readonly isNew: boolean }> => {
  const result = await change(await publishingDatabase(task, db, writtenIn));
  if (result.outcome === 'refused') throw refusal(result.reason);
  return { ...result.stream, isNew: result.outcome === 'changed' && isBegun(result) };
};

const isBegun = ({ before }: Extract<ChangeStreamOutResult, { outcome: 'changed' }>): boolean =>
  before === null || before.state === 'ENDED';

const writtenIn = (result: unknown): EntityWrite | null => {
  const change = result as ChangeStreamOutResult;
  if (change.outcome !== 'changed') return null;
  const { stream: body, before } = change;
  const { environmentId, tenantId, topic: entityId, updatedAt } = body;
  const action = before === null ? 'created' : 'changed';
  return { environmentId, tenantId, kind: 'stream-out', entityId, action, body, before, updatedAt };
};

const refusal = (reason: Extract<ChangeStreamOutResult, { outcome: 'refused' }>['reason']): Fault => {
  switch (reason) {
    case 'TOO_MANY_STREAMS':
      return new Fault(
        reason,
        `There are ${streamOutsMax.toString()} streams out already: a further one needs another cell.`,
      );
    case 'ENVIRONMENT_NOT_FOUND':
      return new Fault(reason, 'The environment no longer exists.');
    case 'NO_STREAM_OUT':
      return new Fault(
        reason,
        'The environment has no stream out: enable one with «loyaltyctl stream enable-out».',
      );
    case 'OLDER_PROCESS':
      return new Fault(
        reason,
        'A process of an older release is running, which would leave its events out. Finish the rollout («loyaltyctl wait-for»), then run this command again.',
      );
  }
};

const productionReplication = 3;

/** The topic and the schema come before the row, so that what Kafka refuses changes nothing. */
export const provideStreamOut = async (
  task: CommandContext,
  topic: string,
  given: Pick<EnableFlags, 'topics' | 'partitions'> & { readonly isNew: boolean },
): Promise<Pick<EnabledStreamOut, 'changed' | 'subject' | 'schemaId'>> => {
  const changed = await provideTopic(task, topic, given);
  const subject = subjectOf(topics.events);
  const schemaId = await explainingRegistry(task.addresses.schemaRegistryUrl(), () =>
    createOwnRegistry(task).register(subject, streamedEventCodec.schemaText),
  );
  return { changed, subject, schemaId };
};

/** A topic that somebody else made is left as it is: it may be in use. */
const provideTopic = (
  task: CommandContext,
  name: string,
  { topics: owner = 'create', partitions, isNew }: Parameters<typeof provideStreamOut>[2],
): Promise<readonly ChangedSetting[]> =>
  withOwnKafka(task, async (kafka) => {
    const { brokerCount } = await describeCluster(kafka);
    const declared = topicOf(topics.events);
    const topic: TopicSettings = {
      name,
      partitions: partitions ?? (brokerCount === 1 ? declared.partitionsLocal : declared.partitions),
      replicationFactor: Math.min(brokerCount, productionReplication),
      config: streamOutConfig,
    };
    const created =
      owner === 'check'
        ? []
        : await createTopics(kafka, [topic]).catch((failure: unknown) => {
            throw new Fault(
              'TOPIC_REFUSED',
              `Kafka did not create ${name} (${reasonOf(failure)}). Let somebody who may create it with ${settingsText(topic)}, then run this command again with --topics check.`,
              { cause: failure },
            );
          });
    const { missing, differences } = await surveyTopics(kafka, [{ ...topic, partitions: null }]);
    if (missing.length + differences.length === 0) return [];
    if (!isNew && owner === 'create' && missing.length === 0) return alterTopics(kafka, [topic]);
    const found = differences.map(({ setting, is }) => `${setting} is ${is}`).join(', ');
    throw new Fault(
      'TOPIC_DIFFERS',
      `${name} ${found === '' ? 'is missing' : `differs (${found})`}: it must have ${settingsText(topic)}. Nothing was enabled${created.length > 0 ? ', and the topic is left' : ''}.`,
    );
  });

const settingsText = ({ partitions, replicationFactor, config }: TopicSettings): string =>
  `${partitions.toString()} partitions, ${replicationFactor.toString()} copies and ${Object.entries(config)
    .map(([setting, value]) => `${setting}=${value}`)
    .join(', ')}`;

const addShow = (out: Command, session: Session): void => {
  environmentOf(out.command('show'))
    .description('Show the stream out of an environment.')
    .action(
      session.action((task, name: EnvironmentName) =>
        withDatabase(task, async (db) => {
          const stream = await requireStreamOut(db, name);
          for (const line of linesOf([stream])) task.say(line);
          return { document: stream };
        }),
      ),
    );
};

/** Throws a Fault if the environment never had a stream out. */
export const requireStreamOut = async (db: Database, name: EnvironmentName): Promise<StreamOut> => {
  const stream = await findStreamOut(db, await requireEnvironmentId(db, name));
  if (stream === null) throw refusal('NO_STREAM_OUT');
  return stream;
};

const addList = (out: Command, session: Session): void => {
  out
    .command('list')
    .description('List all streams out, oldest first, also those that have ended.')
    .action(
      session.action((task) =>
        withDatabase(task, async (db) => {
          const all = await listStreamOuts(db);
          for (const line of linesOf(all)) task.say(line);
          return { document: { streams: all } };
        }),
      ),
    );
};

const linesOf = (streams: readonly StreamOut[]): string[] =>
  tableLines(
    ['tenant', 'mode', 'state', 'since', 'references', 'topic'],
    streams.map(({ tenantId, mode, state, since, memberRefs, topic }) => [
      tenantId,
      mode,
      state,
      since,
      memberRefs ? 'yes' : 'no',
      topic,
    ]),
  );

const addDisable = (out: Command, session: Session): void => {
  environmentOf(out.command('disable'))
    .description(
      'End the stream out of an environment. Its topic stays for 8 days, until its records have expired.',
    )
    .action(
      session.action((task, name: EnvironmentName) =>
        withDatabase(task, async (db) => {
          const { tenant: tenantId, mode } = name;
          await requireEnvironmentId(db, name);
          const stream = await written(task, db, (publishing) =>
            endStreamOut(publishing, { tenantId, mode }),
          );
          task.say(`Stream ${stream.topic} has ended at ${stream.endedAt ?? ''}.`);
          return { document: stream };
        }),
      ),
    );
};

const addResume = (out: Command, session: Session): void => {
  environmentOf(out.command('resume'))
    .description(
      'Begin a parked stream out again, with a new since. Its consumer reads an export for what was decided before.',
    )
    .addOption(topicsOption())
    .action(
      session.action((task, { topics: owner, ...name }: EnvironmentName & Pick<EnableFlags, 'topics'>) =>
        withDatabase(task, async (db) => {
          const { tenant: tenantId, mode } = name;
          const { topic } = await requireStreamOut(db, name);
          const place = owner === undefined ? {} : { topics: owner };
          await provideStreamOut(task, topic, { ...place, isNew: false });
          const stream = await written(task, db, (publishing) =>
            resumeStreamOut(publishing, { tenantId, mode }),
          );
          task.say(`Stream ${stream.topic} is running since ${stream.since}.`);
          return { document: stream };
        }),
      ),
    );
};

const sinceOption = (help: string): Option => new Option('--since <time>', help).argParser(parseInstant);

const addTail = (out: Command, session: Session): void => {
  environmentOf(out.command('tail'))
    .description('Print the records of a stream out as JSON, one a line.')
    .addOption(sinceOption('from this time on (default: all that the topic has)'))
    .option('--follow', 'go on with later records, until you press Ctrl-C')
    .addHelpText('after', examples('stream out tail --tenant … --mode live --since 2026-03-31T00:00:00Z'))
    .action(
      session.action(async (task, flags: EnvironmentName & { since?: number; follow?: true }) =>
        (await import('./print-stream-out.ts')).printStreamOut(task, flags),
      ),
    );
};

const addReconcile = (out: Command, session: Session): void => {
  environmentOf(out.command('reconcile'))
    .description('Compare a file of receipts (NDJSON) with what the stream out says of them.')
    .argument('<file>', 'a path, or - for standard input')
    .addOption(sinceOption('look at records from this time on (default: since the stream began)'))
    .addHelpText('after', examples('stream out reconcile receipts.ndjson.gz --tenant … --mode live'))
    .action(
      session.action(async (task, file: string, flags: EnvironmentName & { since?: number }) =>
        (await import('./compare-receipts.ts')).compareReceipts(task, file, flags),
      ),
    );
};
