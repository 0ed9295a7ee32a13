import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  inheritedEnvironment,
  startOwnStack,
  startLoyaltyctl,
  type CtlRun,
  type LocalStack,
} from '@loyalty/stack';
import { databaseRoles as roles } from '@loyalty/storage/database-roles';
import { operator, principals } from './principals.ts';
import { root } from './root.ts';
import { certifiedHost, createAuthority, type Authority } from './servers/authority.ts';
import { administrator, kafkaSecret, startKafka, type SecuredKafka } from './servers/kafka.ts';
import { PasswordFiles } from './servers/passwords.ts';
import { postgresSecret, startPostgres, type SecuredPostgres } from './servers/postgres.ts';
import { redisSecret, startRedis, type SecuredRedis } from './servers/redis.ts';
import { registrySecret, startRegistryProxy, type RegistryProxy } from './servers/registry-proxy.ts';

/** The four servers, each open to those only who prove who they are, and everybody's passwords. */
export interface SecuredStack {
  readonly home: string;
  readonly authority: Authority;
  readonly passwords: PasswordFiles;
  readonly kafka: SecuredKafka;
  readonly postgres: SecuredPostgres;
  readonly redis: SecuredRedis;
  readonly registry: RegistryProxy;
  /** The addresses for programs that the stack's functions start. */
  readonly local: LocalStack;
  /** The output of every run of loyaltyctl. */
  readonly printed: string[];
  stop(): Promise<void>;
}

const home = join(root, '.loyalty/secure');

/** Starts the servers with new certificates, new passwords and no data. */
export const startSecuredStack = async (): Promise<SecuredStack> => {
  rmSync(home, { recursive: true, force: true });
  const authority = await createAuthority(join(home, 'certificates'));
  const passwords = new PasswordFiles(join(home, 'secrets'));
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const given = { root, home, authority, passwords };
    const kafka = await startKafka({ ...given, users: principals });
    stops.push(() => kafka.process.stop());
    const postgres = await startPostgres(given);
    stops.push(() => postgres.process.stop());
    const redis = await startRedis(given);
    stops.push(() => redis.process.stop());
    const variables = {
      KAFKA_BROKERS: kafka.address,
      DATABASE_URL: postgres.urlOf(roles.app),
      REDIS_URL: redis.urlOf(),
    };
    // The registry itself is in the clear, as npm start runs it; everybody goes through the proxy.
    const plain = await startOwnStack({ root, home: join(home, 'registry'), isInfraOnly: true, variables });
    stops.push(() => plain.stop());
    const target = plain.now().schemaRegistryUrl;
    const registry = await startRegistryProxy({
      target,
      authority,
      passwords,
      users: [administrator, ...principals],
    });
    stops.push(() => registry.close());
    const local: LocalStack = { ...plain.now(), home, tenants: [] };
    return { home, authority, passwords, kafka, postgres, redis, registry, local, printed: [], stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
};

/** The names by which servers know a process, and the host by which it knows them. */
export interface Identity {
  readonly principal: string;
  /** Its role in the database. */
  readonly role: string;
  /** Default: the host that the certificates are for. */
  readonly host?: string;
}

/** Returns the settings of a process: addresses, and files with passwords and authorities. */
export const settingsOf = (
  { authority: { caPath }, passwords, kafka, postgres, redis, registry, local }: SecuredStack,
  { principal, role, host = certifiedHost }: Identity,
): Readonly<Record<string, string>> => ({
  KAFKA_BROKERS: kafka.address.replace(certifiedHost, host),
  KAFKA_SECURITY_PROTOCOL: 'SASL_SSL',
  KAFKA_SASL_USERNAME: principal,
  KAFKA_SASL_PASSWORD_FILE: passwords.pathOf(kafkaSecret(principal)),
  KAFKA_CA_FILE: caPath,
  SCHEMA_REGISTRY_URL: registry.urlOf(principal, host),
  SCHEMA_REGISTRY_PASSWORD_FILE: passwords.pathOf(registrySecret(principal)),
  SCHEMA_REGISTRY_CA_FILE: caPath,
  DATABASE_URL: postgres.urlOf(role, host),
  DATABASE_PASSWORD_FILE: passwords.pathOf(postgresSecret(role)),
  DATABASE_CA_FILE: caPath,
  REDIS_URL: redis.urlOf(host),
  REDIS_PASSWORD_FILE: passwords.pathOf(redisSecret),
  REDIS_CA_FILE: caPath,
  SECRET_KEYS_FILE: local.secretKeysFile,
});

/** Runs loyaltyctl to its end with these settings on top of those of its own principal and of `loyalty_migrate`. */
export const runLoyaltyctl = async (
  stack: SecuredStack,
  args: readonly string[],
  over: Readonly<Record<string, string>> = {},
): Promise<CtlRun> => {
  const settings = settingsOf(stack, { principal: operator, role: roles.migrate });
  const run = await startLoyaltyctl({ root, env: { ...inheritedEnvironment(), ...settings, ...over } }, args)
    .ended;
  stack.printed.push(run.stdout, run.stderr);
  return run;
};

/** Runs loyaltyctl with --json and returns its output; throws when it failed. */
export const loyaltyctlJson = async <T>(
  stack: SecuredStack,
  args: readonly string[],
  over: Readonly<Record<string, string>> = {},
): Promise<T> => {
  const { code, stdout, stderr } = await runLoyaltyctl(stack, [...args, '--json'], over);
  if (code !== 0) throw new Error(`loyaltyctl ${args.join(' ')} ended with ${code.toString()}: ${stderr}`);
  return JSON.parse(stdout) as T;
};
