import { readLocalStack, printLine } from '@loyalty/stack';
import { defineDrill, onlyOption } from '@loyalty/stack/drill';
import type { ClientContext } from './client-context.ts';
import { tryGoClient } from './go-client.ts';
import { tryJavaClient } from './java-client.ts';

const about = `
Makes a Go and a Java client from schemas/http/openapi.yaml with the usual generators, compiles both, and lets each
evaluate a receipt on the running local stack (npm start). Needs go, java and mvn; what they fetch is kept.
Everything that is made lies in .loyalty/clients.`;

const clients = { go: tryGoClient, java: tryJavaClient };

/** Clients of the usual generators. */
export const drill = defineDrill({
  about,
  options: { only: onlyOption({ go: 'by oapi-codegen', java: 'by openapi-generator' }) },
  run: async ({ only }) => {
    const { baseUrl, tenants, root } = readLocalStack();
    const [tenant] = tenants;
    if (tenant === undefined) throw new Error('The local stack has no demo tenant.');
    const context: ClientContext = { root, baseUrl, tenantId: tenant.tenantId, key: tenant.testKey };
    for (const name of only) printLine(`${name}: ${await clients[name](context)}`);
  },
});
