import { relative } from 'node:path';
import type { LocalStack } from './local-stack.ts';

/** Tells what was started, where it is, and how to try it. */
export const report = (stack: LocalStack, tookMs: number): void => {
  const lines = [
    `[stack] Ready after ${(tookMs / 1_000).toFixed(1)} s; Ctrl-C stops everything.`,
    '',
    ...(Object.keys(stack.services).length > 0 ? apiLines(stack) : []),
    `  Kafka      ${stack.kafkaBrokers}`,
    `  registry   ${stack.schemaRegistryUrl}`,
    `  Postgres   ${stack.databaseUrl}`,
    `  Redis      ${stack.redisUrl}`,
    `  all of it  ${relative(stack.root, stack.home)}/local.json, logs beside it`,
    ...(Object.keys(stack.services).length > 0 ? tryLines(stack) : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
};

const apiLines = (stack: LocalStack): readonly string[] => [
  `  API        ${stack.baseUrl}`,
  ...stack.tenants.map(
    ({ tenantId, liveKey, testKey }) => `  tenant     ${tenantId}   ${liveKey}   ${testKey}`,
  ),
];

/** Commands to copy; each works as it stands. */
const tryLines = (stack: LocalStack): readonly string[] => {
  const tenant = stack.tenants[0];
  if (tenant === undefined) return [];
  const body = '{"transactionRef":"receipt-1","memberRef":"customer-1","amount":15000}';
  return [
    '',
    'A receipt:',
    `  curl -s ${stack.baseUrl}/tenants/${tenant.tenantId}/transactions/evaluate -H 'X-API-Key: ${tenant.liveKey}' -H 'Content-Type: application/json' -d '${body}'`,
    'Twenty thousand receipts:',
    `  node packages/cli/dist/main.js stream test/data/receipts.ndjson.gz --tenant ${tenant.tenantId}`,
  ];
};
