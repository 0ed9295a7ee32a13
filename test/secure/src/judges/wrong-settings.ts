import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@loyalty/contracts';
import type { SecuredStack } from '../secured-stack.ts';
import { newPassword } from '../servers/passwords.ts';
import { launch } from '../services.ts';
import type { Others } from './wrong-servers.ts';

/** Settings that cannot be meant, and the setting that the service must name. */
const wrongOnes = ({
  passwordPath,
}: Others): readonly (readonly [string, Readonly<Record<string, string>>])[] => [
  ['KAFKA_SASL_PASSWORD_FILE', { KAFKA_SASL_PASSWORD_FILE: '/nowhere/password' }],
  ['KAFKA_SASL_PASSWORD', { KAFKA_SASL_PASSWORD: newPassword() }],
  ['KAFKA_SECURITY_PROTOCOL', { KAFKA_SECURITY_PROTOCOL: newPassword() }],
  ['KAFKA_CA_FILE', { KAFKA_CA_FILE: passwordPath }],
  ['DATABASE_URL', { DATABASE_URL: `postgres:${newPassword()}` }],
  ['DATABASE_URL', { DATABASE_URL: `postgres://app:${newPassword()}@127.0.0.1/loyalty?sslmode=require` }],
  [
    'DATABASE_PASSWORD',
    { DATABASE_URL: `postgres://app:${newPassword()}@127.0.0.1/loyalty?sslmode=verify-full` },
  ],
  ['DATABASE_CA_FILE', { DATABASE_URL: 'postgres://app@127.0.0.1/loyalty?sslmode=disable' }],
  ['REDIS_URL', { REDIS_URL: `http://:${newPassword()}@127.0.0.1` }],
  ['SCHEMA_REGISTRY_PASSWORD', { SCHEMA_REGISTRY_PASSWORD: newPassword() }],
];

/** Ten times what it takes to read the settings. */
const patienceMs = 30_000;

const service: ServiceName = 'burn-engine';

/** A service with settings that cannot be meant ends with 2 and names the setting; {@link judgeLeaks} looks for values. */
export const judgeWrongSettings = async (stack: SecuredStack, others: Others): Promise<readonly string[]> => {
  const runs = wrongOnes(others).map(async ([setting, over]) => {
    const started = await launch(stack, service, over);
    const isOver = started.ended.then(() => true);
    await Promise.race([isOver, pause(patienceMs, false, { ref: false })]);
    await started.stop();
    const end = await started.ended;
    const said = readFileSync(started.logPath, 'utf8');
    const isRight = end.how === 'exit' && end.code === 2 && said.includes(setting);
    return isRight ? [] : [`${setting}: it ended with ${JSON.stringify(end)} and says ${said}`];
  });
  return (await Promise.all(runs)).flat();
};
