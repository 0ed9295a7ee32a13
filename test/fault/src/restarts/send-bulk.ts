import type { FaultTenant } from '../fault-tenant.ts';
import type { Journal } from '../load/journal.ts';
import type { Operation } from '../load/operations.ts';
import type { JournaledClient } from '../load/send-journaled.ts';

interface ItemResult {
  readonly index: number;
  readonly status: number;
  readonly body: unknown;
}

/**
 * Sends receipts in one bulk call, and those without a response again, until all have one; journals each. `onFailed` is called
 * when some have a status other than 200, with the time at which their call was sent.
 */
export const sendBulk = async (
  { client, journal, tenant }: JournaledClient & { readonly tenant: FaultTenant },
  receipts: readonly Operation[],
  onFailed: (sentMs: number) => void,
): Promise<void> => {
  const path = `/v1/tenants/${tenant.tenantId}/transactions/evaluate/bulk`;
  for (const receipt of receipts) journal.sent(receipt);
  let open = receipts;
  while (open.length > 0) {
    const sentMs = performance.now();
    const { answer } = await client.send({
      tenant,
      path,
      body: `{"items":[${open.map(({ body }) => body).join()}]}`,
    });
    const { results } = JSON.parse(answer) as { readonly results: readonly ItemResult[] };
    const answered = takeDone(journal, open, results);
    open = open.filter((receipt) => !answered.has(receipt));
    if (open.length > 0) onFailed(sentMs);
  }
};

/** Journals the responses, and returns the receipts that have one. */
const takeDone = (
  journal: Journal,
  receipts: readonly Operation[],
  results: readonly ItemResult[],
): ReadonlySet<Operation> => {
  const done = new Set<Operation>();
  for (const { index, status, body } of results) {
    const receipt = receipts[index];
    if (receipt === undefined || status !== 200) continue;
    journal.answered(receipt, JSON.stringify(body));
    done.add(receipt);
  }
  return done;
};
