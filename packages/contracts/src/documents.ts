/** The AsyncAPI document, and validators of what we send. */

export {
  asyncapiDocument,
  type AsyncapiDocument,
  type AsyncapiMessage,
  type AvroSchema,
} from './documents/asyncapi-document.ts';
export { documentedCodes, responseValidatorFor, webhookValidatorFor } from './documents/sent-bodies.ts';
