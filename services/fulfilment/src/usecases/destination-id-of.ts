import type { providerOf } from '@loyalty/configuration';

/** The provider of a reward's code, or the name of one that is not configured. */
export type FoundProvider = ReturnType<typeof providerOf>;

/** The destination of rewards whose provider is not configured or needs no call. No request is made for it. */
const unconfiguredDestination = '00000000-0000-4000-8000-000000000000';

/** Returns the destination of a reward's task. */
export const destinationIdOf = (provider: FoundProvider): string =>
  'id' in provider ? provider.id : unconfiguredDestination;

/** Returns a provider's name as it is stored. */
export const providerNameOf = (provider: FoundProvider): string =>
  provider.kind === 'GENERATOR' ? 'generator' : provider.name;
