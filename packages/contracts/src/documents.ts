/** The AsyncAPI document, and validators of what we send. */

export { asyncapiDocument } from './documents/asyncapi-document.ts';
export { documentedCodes, responseValidatorFor, webhookValidatorFor } from './documents/sent-bodies.ts';
