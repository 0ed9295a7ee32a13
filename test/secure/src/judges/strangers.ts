import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { serviceRoleOf } from '@loyalty/storage/database-roles';
import { Kafka, logLevel, type KafkaConfig } from 'kafkajs';
import pg from 'pg';
import type { SecuredStack } from '../secured-stack.ts';
import { administrator } from '../servers/kafka.ts';
import { certifiedHost } from '../servers/authority.ts';
import { newPassword } from '../servers/passwords.ts';

/** Each server is asked as by somebody who proves nothing, or the wrong thing; returns which let them in. */
export const judgeStrangers = async (stack: SecuredStack): Promise<readonly string[]> => [
  ...(await judgeKafka(stack)),
  ...(await judgePostgres(stack)),
  ...(await judgeRegistry(stack)),
  ...(await judgeRedis(stack)),
];

const judgeKafka = async ({ kafka, authority }: SecuredStack): Promise<readonly string[]> => {
  const ca = readFileSync(authority.caPath, 'utf8');
  const guess = { mechanism: 'scram-sha-512', username: administrator, password: newPassword() } as const;
  const ways: readonly (readonly [string, Partial<KafkaConfig>])[] = [
    ['in the clear', {}],
    ['over TLS as nobody', { ssl: { ca } }],
    ['with a wrong password', { ssl: { ca }, sasl: guess }],
  ];
  const faults: string[] = [];
  for (const [way, how] of ways) {
    const client = new Kafka({
      brokers: [kafka.address],
      ...how,
      connectionTimeout: 2_000,
      requestTimeout: 2_000,
      retry: { retries: 0 },
      logLevel: logLevel.NOTHING,
    });
    if (await isLetIn(client)) faults.push(`Kafka lets in ${way}`);
  }
  return faults;
};

const isLetIn = async (client: Kafka): Promise<boolean> => {
  const admin = client.admin();
  try {
    await admin.connect();
    await admin.listTopics();
    return true;
  } catch {
    return false;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
};

/** SQLSTATE of a login that no rule allows, and of one with a wrong password. */
const refusals = ['28000', '28P01'];

const judgePostgres = async ({
  postgres: { port },
  authority,
  passwords,
}: SecuredStack): Promise<readonly string[]> => {
  const ca = readFileSync(authority.caPath, 'utf8');
  const user = serviceRoleOf('ingress');
  const right = passwords.of(`postgres-${user}`);
  const ways: readonly (readonly [string, pg.ClientConfig])[] = [
    ['in the clear', { password: right }],
    ['over TLS with a wrong password', { password: newPassword(), ssl: { ca } }],
  ];
  const codes = ways.map(async ([way, how]) => {
    const client = new pg.Client({ host: certifiedHost, port, user, database: 'loyalty', ...how });
    const code = await client.connect().then(
      () => 'none',
      (failure: unknown) => (failure as pg.DatabaseError).code ?? String(failure),
    );
    if (code === 'none') await client.end();
    return refusals.includes(code) ? [] : [`Postgres refuses nobody ${way}: ${code}`];
  });
  return (await Promise.all(codes)).flat();
};

const judgeRegistry = async ({ registry, authority }: SecuredStack): Promise<readonly string[]> => {
  const statuses = await Promise.all(
    [undefined, `ingress:${newPassword()}`].map((auth) =>
      statusOf(`${registry.urlOf('ingress')}/subjects`, readFileSync(authority.caPath), auth),
    ),
  );
  return statuses.every((status) => status === 401)
    ? []
    : [`the registry says ${statuses.join(' and ')} to strangers`];
};

const statusOf = (address: string, ca: Buffer, auth: string | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = new URL(address);
    url.username = '';
    request(url, { ca, ...(auth === undefined ? {} : { auth }) }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

const judgeRedis = async ({ redis }: SecuredStack): Promise<readonly string[]> => {
  const said = [await redis.ask('GET a'), await redis.ask(`AUTH loyalty ${newPassword()}`)];
  return said[0]?.startsWith('-NOAUTH') === true && said[1]?.startsWith('-WRONGPASS') === true
    ? []
    : [`Redis says «${said.join('» and «')}» to strangers`];
};
