import type { Attack } from './attack.ts';
import { access } from './families/access.ts';
import { conditionsAndLimits } from './families/conditions-and-limits.ts';
import { configuration } from './families/configuration.ts';
import { connections } from './families/connections.ts';
import { events } from './families/events.ts';
import { imports } from './families/imports.ts';
import { lists } from './families/lists.ts';
import { members } from './families/members.ts';
import { ownKeys } from './families/own-keys.ts';
import { settings } from './families/own-settings.ts';
import { receipts } from './families/receipts.ts';
import { references } from './families/references.ts';
import { redis } from './families/redis.ts';
import { returns } from './families/returns.ts';
import { rewards } from './families/rewards.ts';
import { segmentsAndTiers } from './families/segments-and-tiers.ts';
import { streams } from './families/streams.ts';
import { webhooks } from './families/webhooks.ts';

/** All attacks by family. A new attack goes into the list of its family's file. */
export const families: Readonly<Record<string, readonly Attack[]>> = {
  receipts,
  returns,
  events,
  'conditions-and-limits': conditionsAndLimits,
  configuration,
  members,
  imports,
  references,
  lists,
  'segments-and-tiers': segmentsAndTiers,
  streams,
  connections,
  access: [...access, ...ownKeys, ...settings],
  redis,
  webhooks,
  rewards,
};
