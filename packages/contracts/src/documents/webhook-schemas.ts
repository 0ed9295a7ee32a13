import { builtDocument } from '../built-document.ts';
import type { JsonSchema } from '../http/openapi-document.ts';
import type { WebhookEventType } from '../webhooks.ts';

interface WebhookSchema extends JsonSchema {
  readonly properties: { readonly data: JsonSchema; readonly [member: string]: JsonSchema };
  readonly examples: readonly unknown[];
}

/** The schema of each body that webhooks are sent; it refuses members that it does not know. */
export const webhookSchemas = builtDocument('webhooks') as Readonly<Record<WebhookEventType, WebhookSchema>>;
