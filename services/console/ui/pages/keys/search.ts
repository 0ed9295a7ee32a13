import { given, type Search } from '../../model/address.ts';

export const keyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;

export const keysSearch = ({ state }: Search): { readonly state?: (typeof keyStates)[number] } =>
  given({ state: keyStates.find((one) => one === state) });
