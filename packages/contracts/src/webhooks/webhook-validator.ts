import { webhookSchemas } from '../generated/webhooks.ts';
import type { JsonSchema } from '../http/openapi-shape.ts';
import { createJudges, type Judge } from '../http/validator.ts';
import type { WebhookEventType } from './webhook-types.ts';

let judges: ((schema: JsonSchema) => Judge) | undefined;

/**
 * Judges the body of a delivery by the schema of its type, for tests that hold the sender to it: a member that the schema does
 * not know is refused.
 */
export const webhookValidatorFor = (type: WebhookEventType): Judge => {
  judges ??= createJudges('refused');
  return judges(webhookSchemas[type]);
};
