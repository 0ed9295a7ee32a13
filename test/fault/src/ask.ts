import { setTimeout as pause } from 'node:timers/promises';
import type { OwnStack } from '@loyalty/stack';
import type { FaultTenant } from './fault-tenant.ts';

/** A tenant and the stack that serves it. */
export interface TenantAt {
  readonly stack: OwnStack;
  readonly tenant: FaultTenant;
}

/** A call of the API; `path` follows `/tenants/{id}`. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const patienceMs = 60_000;
const pauseMs = 100;

/** Calls the API; throws when the connection breaks. */
export const ask = async (
  { stack, tenant: { tenantId, key } }: TenantAt,
  { method, path, body }: Call,
): Promise<Answer> => {
  const answer = await fetch(`${stack.now().baseUrl}/tenants/${tenantId}${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
};

/** Calls the API until it responds with a status other than 503. After a minute it returns the last 503. */
export const askPatiently = async (at: TenantAt, call: Call): Promise<Answer> => {
  const untilMs = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask(at, call).catch((failure: unknown) => ({
      status: 503,
      text: String(failure),
    }));
    if (answer.status !== 503 || Date.now() > untilMs) return answer;
    await pause(pauseMs);
  }
};
