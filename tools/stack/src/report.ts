import { join, relative } from 'node:path';
import type { LocalStack } from './local-stack.ts';

export const report = (stack: LocalStack, tookMs: number): void => {
  const lines = [
    `[stack] Ready after ${(tookMs / 1_000).toFixed(1)} s; Ctrl-C stops everything.`,
    '',
    ...consoleLines(stack),
    ...(Object.keys(stack.services).length > 0 ? apiLines(stack) : []),
    `  Kafka      ${stack.kafkaBrokers}`,
    `  registry   ${stack.schemaRegistryUrl}`,
    `  Postgres   ${stack.databaseUrl}`,
    `  Redis      ${stack.redisUrl}`,
    `  all of it  ${shown(stack)}/local.json, logs next to it`,
    ...(Object.keys(stack.services).length > 0 ? tryLines(stack) : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
};

const shown = ({ root, home }: LocalStack): string => (home.startsWith(root) ? relative(root, home) : home);

/** First, for a newcomer: the one line that needs nothing but a click. */
const consoleLines = ({ consoleUrl }: LocalStack): readonly string[] =>
  consoleUrl === null
    ? []
    : [
        `  Console    ${consoleUrl}      you are signed in; Test → «Send 200 sample receipts», or stream twenty thousand with the command below`,
      ];

const apiLines = (stack: LocalStack): readonly string[] => [
  `  API        ${stack.baseUrl}`,
  ...stack.tenants.map(
    ({ tenantId, liveKey, testKey }) => `  tenant     ${tenantId}   ${liveKey}   ${testKey}`,
  ),
];

const tryLines = (stack: LocalStack): readonly string[] => {
  const [tenant] = stack.tenants;
  if (tenant === undefined) return [];
  const url = `${stack.baseUrl}/tenants/${tenant.tenantId}/transactions/evaluate`;
  const body = '{"transactionRef":"receipt-1","memberRef":"customer-1","amount":15000}';
  return [
    '',
    'A receipt:',
    `  curl -s ${url} -H 'X-API-Key: ${tenant.liveKey}' -H 'Content-Type: application/json' -d '${body}'`,
    'Twenty thousand receipts:',
    `  ${stackVariable(stack)}node tools/cli/bin/loyaltyctl.mjs receipts stream test/data/receipts.ndjson.gz`,
  ];
};

/** loyaltyctl finds a stack in the usual home by itself. */
const stackVariable = ({ root, home }: LocalStack): string =>
  home === join(root, '.loyalty') ? '' : `LOYALTY_LOCAL_JSON=${join(home, 'local.json')} `;
