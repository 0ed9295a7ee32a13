import { databaseRoles as roles } from '@loyalty/storage/database-roles';
import { loyaltyctlJson, setRolePasswords, settingsOf, type SecuredStack } from './secured-stack.ts';
import { administrator } from './servers/kafka.ts';
import { owner } from './servers/postgres.ts';

/** A rule as `loyaltyctl access show --json` prints it. */
export interface ShownRule {
  readonly principal: string;
  readonly resource: string;
  readonly name: string;
  readonly pattern: 'LITERAL' | 'PREFIXED';
  readonly operations: readonly string[];
}

/** The result of a deployment. */
export interface Deployed {
  readonly rules: readonly ShownRule[];
  readonly migrations: number;
}

/** Makes the roles and the rules as administrators of Postgres and Kafka, then deploys as loyaltyctl. */
export const deploy = async (stack: SecuredStack): Promise<Deployed> => {
  const asOwner = settingsOf(stack, { principal: administrator, role: owner });
  await loyaltyctlJson(stack, ['roles', 'create'], asOwner);
  await setRolePasswords(stack);
  await loyaltyctlJson(stack, ['access', 'grant'], asOwner);
  const { rules } = await loyaltyctlJson<{ rules: readonly ShownRule[] }>(stack, ['access', 'show']);
  await loyaltyctlJson(stack, ['deploy', '--local']);
  const [counted] = await stack.postgres.query<{ count: string }>(
    roles.migrate,
    'SELECT count(*) FROM schema_migrations',
  );
  return { rules, migrations: Number(counted?.count ?? 0) };
};
