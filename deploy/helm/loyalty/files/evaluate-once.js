// `helm test`: one evaluate of a tenant's test environment. Ends with 0 when it was processed.
import { readFileSync } from 'node:fs';

const { BASE_URL, TENANT_ID, MEMBER_REF } = process.env;
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
