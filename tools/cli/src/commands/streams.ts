import { listStreams, tenantStreamsMax } from '@loyalty/configuration';
import { grantAccess } from '@loyalty/messaging';
import type { Command } from 'commander';
import { streamAccess } from '../access/access-table.ts';
import { examples, modeOption, tenantOption, topicsOption } from '../arguments.ts';
import type { TopicOwner } from '../deploy/make-topics.ts';
import { printChanges } from '../deploy/print-topics.ts';
import type { EnvironmentName } from '../find-environment.ts';
import type { Session, CommandContext } from '../session.ts';
import { enableTenantStream, type EnabledStream } from '../streams/enable-tenant-stream.ts';
import { pythonHint } from '../streams/python-hint.ts';
import { tableLines } from '../table.ts';
import { withDatabase } from '../with-database.ts';
import { withKafka } from '../with-kafka.ts';

/** `stream enable` and `stream list`: topics to which tenants' own producers write. */
export const addStreamCommands = (program: Command, session: Session): void => {
  const streams = program.command('stream').description("Topics for tenants' own producers.");
  addEnable(streams, session);
  addList(streams, session);
};

interface EnableFlags extends EnvironmentName {
  readonly topics?: TopicOwner;
  readonly principal?: string;
}

const addEnable = (streams: Command, session: Session): void => {
  streams
    .command('enable')
    .description(
      `Give an environment a topic of its own, which the engine reads within seconds. Safe to repeat; at most ${tenantStreamsMax.toString()} in a database.`,
    )
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(topicsOption())
    .option(
      '--principal <principal>',
      'as Kafka knows its producer, as in User:grocer: it may write the topic, and nothing else',
    )
    .addHelpText('after', examples('stream enable --tenant 0198c0de-0000-7000-8000-000000000001 --mode live'))
    .action(
      session.action(async (task, flags: EnableFlags) => {
        const { topics: owner = 'create', principal, ...environment } = flags;
        const enabled = await enableTenantStream(task, { ...environment, owner });
        if (principal !== undefined)
          await withKafka(task, (kafka) => grantAccess(kafka, [streamAccess(principal, enabled.topic)]));
        print(task, enabled);
        return { document: enabled };
      }),
    );
};

const print = (task: CommandContext, enabled: EnabledStream): void => {
  const { topic, isNew, brokers, schemaRegistryUrl, subject, schemaId } = enabled;
  task.say(`Stream ${topic} is ${isNew ? 'enabled' : 'enabled already'}.`);
  task.say(`  brokers    ${brokers.join(',')}`);
  task.say(`  registry   ${schemaRegistryUrl}`);
  task.say(`  subject    ${subject}, schema ${schemaId.toString()}`);
  task.say('  key        anything that stays the same for one member: it keeps the order of their receipts');
  printChanges(task, enabled.changed);
  for (const line of pythonHint(enabled)) task.say(line);
};

const addList = (streams: Command, session: Session): void => {
  streams
    .command('list')
    .description('All streams, oldest first.')
    .addHelpText('after', examples('stream list', 'stream list --json'))
    .action(
      session.action((task) =>
        withDatabase(task, async (db) => {
          const all = await listStreams(db);
          const rows = all.map(({ tenantId, mode, createdAt, topic }) => [tenantId, mode, createdAt, topic]);
          for (const line of tableLines(['tenant', 'mode', 'enabled', 'topic'], rows)) task.say(line);
          return { document: { streams: all } };
        }),
      ),
    );
};
