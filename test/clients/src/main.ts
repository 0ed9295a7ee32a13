import { readLocalStack, say } from '@loyalty/stack';
import { tryGoClient } from './go-client.ts';
import { tryJavaClient } from './java-client.ts';
import type { ClientContext } from './client-context.ts';
import { endWithOneSentence } from '@loyalty/stack';

const help = `npm run try:clients [-- go | java]

Makes a Go and a Java client from schemas/http/openapi.yaml with the usual generators, compiles both, and lets each
evaluate a receipt on the running local stack (npm start). Needs go, java and mvn; what they fetch is kept.
Everything that is made lies in .loyalty/clients.`;

const clients: Readonly<Record<string, (context: ClientContext) => Promise<string>>> = {
  go: tryGoClient,
  java: tryJavaClient,
};

const main = async (args: readonly string[]): Promise<void> => {
  const unknown = args.find((each) => clients[each] === undefined);
  if (unknown !== undefined) {
    if (unknown !== '--help') process.exitCode = 2;
    say(help);
    return;
  }
  const { baseUrl, tenants, root } = readLocalStack();
  const [tenant] = tenants;
  if (tenant === undefined) throw new Error('The local stack has no demo tenant.');
  const context: ClientContext = { root, baseUrl, tenantId: tenant.tenantId, key: tenant.testKey };
  for (const [name, tryClient] of Object.entries(clients)) {
    if (args.length === 0 || args.includes(name)) say(`${name}: ${await tryClient(context)}`);
  }
};

await main(process.argv.slice(2)).catch(endWithOneSentence);
