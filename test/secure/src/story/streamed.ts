import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { databaseRoles as roles } from '@loyalty/storage/database-roles';
import { eventually } from '@loyalty/testkit/runs';
import avsc from 'avsc';
import { Partitioners } from 'kafkajs';
import { grocer } from '../principals.ts';
import { loyaltyctlJson, settingsOf, type SecuredStack } from '../secured-stack.ts';
import { createClient } from '../servers/kafka-client.ts';
import { administrator, kafkaSecret } from '../servers/kafka.ts';
import { registrySecret } from '../servers/registry-proxy.ts';
import type { Shop } from './shop.ts';

/** Gives the tenant a topic and returns its name. The grocer may write that of the live environment. */
export const enableStream = async (
  stack: SecuredStack,
  { tenantId }: Shop,
  mode: 'live' | 'test',
): Promise<string> => {
  const line = ['stream', 'enable', '--tenant', tenantId, '--mode', mode];
  const principal = mode === 'live' ? ['--principal', `User:${grocer}`] : [];
  const enabled = await loyaltyctlJson<{ topic: string }>(stack, [...line, ...principal], asOwner(stack));
  return enabled.topic;
};

/** Rules are added by an administrator of Kafka. */
const asOwner = (stack: SecuredStack): Readonly<Record<string, string>> =>
  settingsOf(stack, { principal: administrator, role: roles.migrate });

/** The grocer's own program streams a receipt, as the registry says; returns what is wrong. */
export const streamOnce = async (
  stack: SecuredStack,
  { api }: Shop,
  topic: string,
): Promise<readonly string[]> => {
  const memberRef = `streamed-${randomUUID()}`;
  const { kafka, authority, passwords } = stack;
  const client = createClient({
    address: kafka.address,
    caPath: authority.caPath,
    user: grocer,
    password: passwords.of(kafkaSecret(grocer)),
  });
  const producer = client.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  await producer.send({
    topic,
    messages: [{ key: memberRef, value: await encoded(stack, topic, memberRef) }],
  });
  await producer.disconnect();
  const isStored = async (): Promise<boolean> =>
    (await api.call('GET', `/members?ref=${memberRef}`)).text.includes('"pointsBalance":100');
  return eventually('the streamed receipt is stored', isStored, { withinMs: 90_000, everyMs: 250 }).then(
    () => [],
    () => ['the streamed receipt was not stored'],
  );
};

const encoded = async (stack: SecuredStack, topic: string, memberRef: string): Promise<Buffer> => {
  const { id, schema } = JSON.parse(await askRegistry(stack, `/subjects/${topic}-value/versions/latest`)) as {
    readonly id: number;
    readonly schema: string;
  };
  const header = Buffer.alloc(5);
  header.writeUInt32BE(id, 1);
  const receipt = {
    transactionRef: randomUUID(),
    memberRef,
    amountCents: 2_500,
    storeRef: null,
    currency: null,
    occurredAt: Date.now(),
    products: [],
  };
  return Buffer.concat([header, avsc.Type.forSchema(JSON.parse(schema) as avsc.Schema).toBuffer(receipt)]);
};

/** Asks the registry as the grocer. */
const askRegistry = ({ registry, authority, passwords }: SecuredStack, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const url = `${registry.urlOf(grocer)}${path}`;
    const options = {
      auth: `${grocer}:${passwords.of(registrySecret(grocer))}`,
      ca: readFileSync(authority.caPath),
    };
    request(url, options, (response) => {
      text(response).then(resolve, reject);
    })
      .on('error', reject)
      .end();
  });
