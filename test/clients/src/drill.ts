import { readLocalStack, printLine } from '@loyalty/stack';
import { defineDrill, onlyOption } from '@loyalty/stack/drill';
import type { ClientContext } from './client-context.ts';
import { tryCost } from './client-cost.ts';
import { generatorTable } from './generators.ts';
import { tryGoClient } from './go-client.ts';
import { tryJavaClient } from './java-client.ts';
import { tryPythonClient } from './python-client.ts';
import { fetchServedFiles } from './served-files.ts';
import { tryProducers } from './stream-producers.ts';
import { tryTypescriptClient } from './typescript-client.ts';
import { tryTypescriptFetch } from './typescript-fetch-client.ts';

const about = `
Generates clients in Go, Java, Python and TypeScript from the /openapi.json of the running local stack (npm start) with the usual
generators, packs our own client, and lets each use the API: Go, Java, Python, Node 20.19 and 24, Deno, Bun, Chromium. Lets the
producers of docs/integration.md stream receipts to it, in Python and Java. Needs go, java and mvn. Prints the table of generators
that docs/integration.md has. Everything is written to
.loyalty/clients, and downloads are kept there. A runtime or browser that is not available here is left out with a message;
LOYALTY_REQUIRE=node-20,node-24,deno,bun,chromium,python3 makes that a failure.`;

const clients = {
  go: tryGoClient,
  java: tryJavaClient,
  python: tryPythonClient,
  'typescript-fetch': tryTypescriptFetch,
  typescript: tryTypescriptClient,
  producers: tryProducers,
  cost: tryCost,
};

const generated: ReadonlySet<string> = new Set(['go', 'java', 'python', 'typescript-fetch']);

/** Clients of the usual generators, and the one of ours. */
export const drill = defineDrill({
  about,
  options: {
    only: onlyOption({
      go: 'by oapi-codegen; that of openapi-generator is compiled',
      java: 'by openapi-generator',
      python: 'by openapi-python-client and by openapi-generator',
      'typescript-fetch': 'by openapi-generator, compiled with strict options',
      typescript: 'packages/client, packed, on each runtime',
      producers: 'the producers of docs/integration.md, in Python and Java',
      cost: 'processor time of its calls beside bare fetch',
    }),
  },
  run: async ({ only }) => {
    const { baseUrl, tenants, root } = readLocalStack();
    const [tenant] = tenants;
    if (tenant === undefined) throw new Error('The local stack has no demo tenant.');
    const context: ClientContext = { root, baseUrl, tenantId: tenant.tenantId, key: tenant.testKey };
    if (only.some((name) => generated.has(name))) {
      await fetchServedFiles(context);
      printLine(generatorTable());
    }
    for (const name of only) printLine(`${name}: ${await clients[name](context)}`);
  },
});
