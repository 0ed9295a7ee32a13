import { webhookSchemas } from '../generated/webhooks.ts';
import type { JsonSchema } from '../http/openapi-shape.ts';
import { createValidators, type Validator } from '../http/validator.ts';
import type { WebhookEventType } from './webhook-types.ts';

let judges: ((schema: JsonSchema) => Validator) | undefined;

/**
 * Judges the body of a delivery by the schema of its type, for tests that hold the sender to it: a member that the schema does
 * not know is refused.
 */
export const webhookValidatorFor = (type: WebhookEventType): Validator => {
  judges ??= createValidators('refused');
  return judges(webhookSchemas[type]);
};
