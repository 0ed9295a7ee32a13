import { randomBytes } from 'node:crypto';
import { evaluateRequestCodec, topics } from '@loyalty/contracts';
import { evaluateRequest } from '@loyalty/contracts/testing';
import { createEngineBatch } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';
import { classifyFailure, type Database } from '@loyalty/storage';
import { FactPublisher } from '@loyalty/streams/outbox';
import { createPostgresStore, createStreamRuntime, type StreamRuntime } from '@loyalty/streams/runtime';
import { createTenant } from '@loyalty/tables/tenants';
import { createLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { MemoryBroker } from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';
import { createEarnDecoder } from '../../services/earn-engine/src/inbound/earn-decoder.ts';
import { createCreditWriter } from '../../services/earn-engine/src/outbound/credit-writer.ts';
import { createEarnHandler } from '../../services/earn-engine/src/usecases/earn-handler.ts';
import { enginePortsOn } from '../support/member-writers.ts';
import { finderOf, type Token } from '../support/search/forms-of.ts';
import { logLengths, searchLogs } from '../support/search/search-files.ts';

let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

/** Starts a real earn engine on the scratch database. Returns its log, and the errors of its database. */
const startEngine = async (broker: MemoryBroker) => {
  const lines: string[] = [];
  const refused: unknown[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const logger = createLogger({ service: 'earn-engine', level: 'debug', destination });
  const ports = enginePortsOn(db);
  // Another group's position would skip the records of this broker.
  const consumerGroup = `earn-engine-${randomBytes(6).toString('hex')}`;
  const registry = {
    findId: () => Promise.resolve(1),
    findSchema: () => Promise.resolve(evaluateRequestCodec.schemaText),
    register: () => Promise.resolve(1),
  };
  const runtime: StreamRuntime = createStreamRuntime({
    groups: [
      {
        lane: 'interactive',
        consumerGroup,
        decoder: createEarnDecoder(registry),
        consumer: broker.consumer(consumerGroup, [topics.evaluate]),
      },
    ],
    store: {
      ...createPostgresStore({ database: db, clusterId: () => 'memory', owner: 1 }),
      classifyFailure: (failure) => {
        refused.push(failure);
        // Any part that gets the error may log it.
        logger.error({ error: failure }, 'a batch failed');
        return classifyFailure(failure);
      },
    },
    handler: createEngineBatch(
      createEarnHandler(
        ports.configuration,
        createCreditWriter(() => 1),
      ),
      ports,
    ),
    facts: new FactPublisher({ producer: broker.producer(), logger }),
    replies: broker.producer(),
    logger,
    metrics: createMetrics({ service: 'earn-engine' }),
    onFatal: (reason) => lines.push(String(reason)),
  });
  await runtime.start();
  return { runtime, lines, refused };
};

const tokenOf = (what: string, textOf: (core: string) => string): Token => {
  const core = `${what.slice(0, 1)}${randomBytes(10).toString('hex')}`;
  return { what, core, text: textOf(core) };
};

const createBroker = (): MemoryBroker => {
  const broker = new MemoryBroker();
  for (const topic of [topics.evaluate, topics.facts, topics.replies, topics.deadLetters])
    broker.createTopic(topic, 1);
  return broker;
};

const send = (
  broker: MemoryBroker,
  environmentId: number,
  refs: { transactionRef: string; memberRef: string },
) => {
  broker.append({
    topic: topics.evaluate,
    key: Buffer.from('a key'),
    value: evaluateRequestCodec.encode(evaluateRequest(refs), 1),
    headers: { loyalty_environment: environmentId.toString() },
  });
};

const textOf = ({ headers }: InboundRecord): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value?.toString() ?? ''}`)
    .join('\n');

/** Runs `work` with a constraint that refuses every row of these tests. */
const withCheck = async (table: string, condition: string, work: () => Promise<void>): Promise<void> => {
  await db.query(`ALTER TABLE ${table} ADD CONSTRAINT forced CHECK (${condition}) NOT VALID`);
  await work().finally(() => db.query(`ALTER TABLE ${table} DROP CONSTRAINT forced`));
};

const makeTokens = () => [
  tokenOf('member', (core) => `Kunde-${core}`),
  tokenOf('email', (core) => `${core}@example.com`),
  tokenOf('receipt', (core) => `Beleg-${core}`),
];

/** Returns everything that an engine logs and publishes about receipts that its database refuses. */
const tellRefused = async (tokens: readonly Token[]) => {
  const [member = '', email = '', receipt = ''] = tokens.map(({ text }) => text);
  const { environmentIds } = await createTenant(db, { name: 'Refused rows' });
  const broker = createBroker();
  send(broker, environmentIds.live, { transactionRef: receipt, memberRef: member });
  send(broker, environmentIds.live, { transactionRef: `Beleg-2-${email}`, memberRef: `Kunde-${email}` });
  const { runtime, lines, refused } = await startEngine(broker);
  await eventually('both are given up', () => broker.all(topics.deadLetters).length === 2).finally(() =>
    runtime.stop(),
  );
  return { headers: broker.all(topics.deadLetters).map(textOf).join('\n'), log: lines.join(''), refused };
};

test.each([
  { what: 'a member', table: 'members', condition: `external_ref NOT LIKE 'Kunde-%'` },
  { what: 'a transaction', table: 'transactions', condition: `ref NOT LIKE 'Beleg-%'` },
])(
  "▲ $what that a CHECK refuses is quoted neither in a log, the server's own included, nor in the headers of its dead letter",
  async ({ table, condition }) => {
    const tokens = makeTokens();
    const find = finderOf(tokens);
    const written = logLengths();
    await withCheck(table, condition, async () => {
      const { headers, log, refused } = await tellRefused(tokens);
      // The server's message has it.
      const details = refused.map((failure) => (failure as { detail?: string }).detail).join('\n');
      expect(find(details)).not.toEqual([]);
      expect(headers).toContain('violates check constraint');
      expect(log).toContain('violates check constraint');
      expect(find(headers)).toEqual([]);
      expect(find(log)).toEqual([]);
      expect(searchLogs(tokens, written)).toEqual([]);
    });
  },
);

test('▲ a value that the database cannot read is not quoted, though the server quotes it in its message', async () => {
  const tokens = makeTokens();
  const find = finderOf(tokens);
  await withCheck('members', 'external_ref::int > 0', async () => {
    const { headers, log } = await tellRefused(tokens);
    expect(headers).toContain('invalid input syntax for type integer');
    expect(log).toContain('invalid input syntax for type integer');
    expect(find(headers)).toEqual([]);
    expect(find(log)).toEqual([]);
  });
});
