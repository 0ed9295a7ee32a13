/** The AsyncAPI document, and validators of what we send. */

export type { AsyncapiDocument, AsyncapiMessage, AvroSchema } from './documents/asyncapi-shape.ts';
export { documentedCodes, responseValidatorFor, webhookValidatorFor } from './documents/sent-bodies.ts';
export { asyncapiDocument } from './generated/asyncapi-document.ts';
