import { databaseRoles as roles } from '@loyalty/storage/database-roles';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from './root.ts';
import { loyaltyctlJson, settingsOf, type SecuredStack } from './secured-stack.ts';
import { administrator } from './servers/kafka.ts';
import { owner, postgresSecret } from './servers/postgres.ts';

/** A rule as `loyaltyctl access show --json` prints it. */
export interface ShownRule {
  readonly principal: string;
  readonly resource: string;
  readonly name: string;
  readonly pattern: 'LITERAL' | 'PREFIXED';
  readonly operations: readonly string[];
}

export interface Deployed {
  readonly rules: readonly ShownRule[];
  readonly migrations: number;
}

interface PostgresExample {
  readonly kind: string;
  readonly spec: {
    readonly bootstrap: { readonly initdb: { readonly database: string; readonly owner: string } };
    readonly managed: { readonly roles: readonly { readonly name: string }[] };
  };
}

/**
 * As the operators of deploy/helm/examples leave Postgres and Kafka, then `deploy` as the chart's job: its role owns the database and is
 * no superuser, and the others have a password and no right on any table (D145).
 */
export const deploy = async (stack: SecuredStack): Promise<Deployed> => {
  await makeRolesOfExample(stack);
  const asOwner = settingsOf(stack, { principal: administrator, role: owner });
  await loyaltyctlJson(stack, ['access', 'grant'], asOwner);
  const { rules } = await loyaltyctlJson<{ rules: readonly ShownRule[] }>(stack, ['access', 'show']);
  await loyaltyctlJson(stack, ['deploy', '--local']);
  const [counted] = await stack.postgres.query<{ count: string }>(
    roles.migrate,
    'SELECT count(*) FROM schema_migrations',
  );
  return { rules, migrations: Number(counted?.count ?? 0) };
};

const makeRolesOfExample = async ({ postgres, passwords }: SecuredStack): Promise<void> => {
  const text = readFileSync(join(root, 'deploy/helm/examples/postgres.yaml'), 'utf8');
  const objects = parseAllDocuments(text).map((document) => document.toJS() as PostgresExample);
  const cluster = objects.find(({ kind }) => kind === 'Cluster');
  if (cluster === undefined) throw new Error('examples/postgres.yaml has no Cluster');
  const { bootstrap, managed } = cluster.spec;
  const names = [bootstrap.initdb.owner, ...managed.roles.map(({ name }) => name)];
  await postgres.query(
    owner,
    ...names.map((name) => `CREATE ROLE ${name} LOGIN PASSWORD '${passwords.of(postgresSecret(name))}'`),
    `ALTER DATABASE ${bootstrap.initdb.database} OWNER TO ${bootstrap.initdb.owner}`,
  );
};
