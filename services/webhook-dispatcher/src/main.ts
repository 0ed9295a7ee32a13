import { runService } from '@loyalty/shell';
import { webhookDispatcherSettings } from './config.ts';
import { createWebhookDispatcher } from './service.ts';

await runService({
  name: 'webhook-dispatcher',
  settings: webhookDispatcherSettings,
  createParts: createWebhookDispatcher,
});
