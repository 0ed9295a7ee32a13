/** Payloads of events, judged by the schemas of tenants. */

export { canonicalJson, payloadSizeOf } from './payloads/payload-json.ts';
export { compilePayloadValidator, type PayloadValidator } from './payloads/payload-validator.ts';
