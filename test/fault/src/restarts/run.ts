import type { FaultTenant } from '../fault-tenant.ts';
import type { Journal } from '../load/journal.ts';
import type { WebhookReceiver } from '../load/webhook-receiver.ts';
import type { Violations } from '../violations.ts';
import type { MixedLoad } from './mixed-load.ts';
import type { RestartsOptions } from './options.ts';
import type { Replicas } from './replicas.ts';
import type { ReplicatedStack } from './replicated-stack.ts';
import type { TenantProducer } from './tenant-producer.ts';

/** A stack with replicas, and what is sent to it. */
export interface Run {
  readonly options: RestartsOptions;
  readonly replicated: ReplicatedStack;
  readonly replicas: Replicas;
  readonly violations: Violations;
  readonly receiver: WebhookReceiver;
  readonly journal: Journal;
  readonly producer: TenantProducer;
  readonly streamTenant: FaultTenant;
  readonly load: MixedLoad;
}
