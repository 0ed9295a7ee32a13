import { runService } from '@loyalty/service';
import { webhookDispatcherSettings } from './config.ts';
import { createWebhookDispatcher } from './service.ts';

await runService({
  name: 'webhook-dispatcher',
  settings: webhookDispatcherSettings,
  createParts: createWebhookDispatcher,
});
