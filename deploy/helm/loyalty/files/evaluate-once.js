// `helm test`: one evaluate of a tenant's test environment, and the console's page. Ends with 0 when both are as they should be.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';

const { BASE_URL, TENANT_ID, MEMBER_REF, CONSOLE_ADDRESS, CONSOLE_HOST } = process.env;
const response = await fetch(`${BASE_URL}/tenants/${TENANT_ID}/transactions/evaluate`, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-API-Key': readFileSync('/etc/loyalty/API_KEY', 'utf8').trim(),
  },
  body: JSON.stringify({
    transactionRef: `helm-test-${Date.now()}`,
    memberRef: MEMBER_REF,
    amount: 100,
  }),
  signal: AbortSignal.timeout(30_000),
});
const text = await response.text();
console.log(response.status, text);
if (response.status !== 200 || JSON.parse(text).state !== 'PROCESSED') process.exit(1);

/** By the address in the cluster, and the name by which people know it: it serves no other. */
const statusOf = (path) =>
  new Promise((resolve, reject) => {
    const { get } = CONSOLE_ADDRESS.startsWith('https:') ? https : http;
    const headers = { Host: CONSOLE_HOST, 'X-Console': '1' };
    get(CONSOLE_ADDRESS + path, { headers, timeout: 30_000 }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', reject);
  });

if (CONSOLE_ADDRESS !== undefined) {
  const [page, session] = [await statusOf('/'), await statusOf('/session')];
  console.log('console', page, session);
  if (page !== 200 || session !== 401) process.exit(1);
}
