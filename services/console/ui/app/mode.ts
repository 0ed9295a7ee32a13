import { useSearch } from '@tanstack/react-router';

export type ShownMode = 'live' | 'test';

/** Returns the mode in the address, so that a link opens the same environment; it is absent in live. */
export const modeIn = (search: Readonly<Record<string, unknown>>): { readonly mode?: 'test' } =>
  search['mode'] === 'test' ? { mode: 'test' } : {};

export const useMode = (): ShownMode => useSearch({ strict: false, select: ({ mode }) => mode ?? 'live' });

export const searchOf = (mode: ShownMode): { readonly mode?: 'test' } => (mode === 'test' ? { mode } : {});
