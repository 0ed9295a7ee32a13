import type { providerOf } from '@loyalty/configuration';

/** Who gives the code of a reward, or the name of somebody who is not configured. */
export type FoundProvider = ReturnType<typeof providerOf>;

/** What waits for nobody in particular: a provider that is not configured. No call is made in it. */
const nobodysLane = '00000000-0000-4000-8000-000000000000';

/** The lane in which a reward waits for its provider. */
export const laneOf = (provider: FoundProvider): string => ('id' in provider ? provider.id : nobodysLane);

/** How a provider is named in records. */
export const nameOf = (provider: FoundProvider): string =>
  provider.kind === 'GENERATOR' ? 'generator' : provider.name;
