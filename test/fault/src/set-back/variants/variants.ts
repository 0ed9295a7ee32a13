import { killPart } from '@loyalty/stack';
import { flushAll } from '../../faults/faults.ts';
import { lostCampaign } from './campaign.ts';
import { lostDefinition } from './definition.ts';
import { lostEnvironment } from './environment.ts';
import { lostErasure } from './erasure.ts';
import { lostImport } from './import.ts';
import { lostRevocation } from './key.ts';
import { killedServices } from './killed-services.ts';
import { lostUses } from './limits.ts';
import { lostDraw } from './pool.ts';
import { lostReferences } from './references.ts';
import type { Variant } from './variant.ts';

export const variants = {
  plain: { title: 'nothing else happens', begin: () => Promise.resolve({}) },
  engine: killedServices('engines are killed 0 to 3 s after', ['earn-engine', 'burn-engine']),
  dispatcher: killedServices('the dispatcher and fulfilment are killed 0 to 3 s after', [
    'webhook-dispatcher',
    'fulfilment',
  ]),
  redis: {
    title: 'Redis is flushed',
    begin: ({ stack }) => Promise.resolve({ afterwards: () => flushAll(stack) }),
  },
  restart: {
    title: 'Postgres was killed and came back in the tail',
    begin: ({ stack }) => Promise.resolve({ inTail: () => killPart('postgres', stack.localJsonPath) }),
  },
  young: {
    title: 'positions, members and counts were born in the tail',
    isYoung: true,
    begin: () => Promise.resolve({}),
  },
  environment: lostEnvironment,
  campaign: lostCampaign,
  definition: lostDefinition,
  pool: lostDraw,
  erasure: lostErasure,
  key: lostRevocation,
  limits: lostUses,
  import: lostImport,
  references: lostReferences,
} satisfies Readonly<Record<string, Variant>>;

export type VariantName = keyof typeof variants;

export const variantNames = Object.keys(variants) as readonly VariantName[];
