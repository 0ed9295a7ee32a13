import { runService } from '@loyalty/service';
import { ingressSettings } from './config.ts';
import { createIngress, stopWorkMaxMs } from './service.ts';

await runService({
  name: 'ingress',
  settings: ingressSettings,
  longestWorkMs: stopWorkMaxMs,
  createParts: createIngress,
});
