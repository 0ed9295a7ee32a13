// Arguments: URL, tenant, key, and the name of the runtime.
import { run } from './shop.js';

declare const process: { readonly argv: readonly string[] };

const [baseUrl = '', tenantId = '', apiKey = '', name = ''] = process.argv.slice(2);
// eslint-disable-next-line no-console -- what the drill reads, on any runtime.
console.log(await run({ baseUrl, tenantId, apiKey }, name));
