import { webhookSchemas } from '../generated/webhooks.ts';
import type { JsonSchema } from '../http/openapi-shape.ts';
import { createValidators, type Validator } from '../http/validator.ts';
import type { WebhookEventType } from './webhook-types.ts';

let compile: ((schema: JsonSchema) => Validator) | undefined;
/** By type. Compiling takes tens of milliseconds, and a receiver checks thousands of deliveries. */
const compiled = new Map<WebhookEventType, Validator>();

/**
 * Returns a validator of a delivery's body, for tests of the sender. It refuses members that the schema of the type
 * does not know.
 */
export const webhookValidatorFor = (type: WebhookEventType): Validator => {
  const known = compiled.get(type);
  if (known !== undefined) return known;
  compile ??= createValidators('refused');
  const made = compile(webhookSchemas[type]);
  compiled.set(type, made);
  return made;
};
