import { webhookSchemas } from '../generated/webhooks.ts';
import type { JsonSchema } from '../http/openapi-shape.ts';
import { createValidators, type Validator } from '../http/validator.ts';
import type { WebhookEventType } from './webhook-types.ts';

let judges: ((schema: JsonSchema) => Validator) | undefined;

/**
 * Returns a validator of a delivery's body, for tests of the sender. It refuses members that the schema of the type
 * does not know.
 */
export const webhookValidatorFor = (type: WebhookEventType): Validator => {
  judges ??= createValidators('refused');
  return judges(webhookSchemas[type]);
};
