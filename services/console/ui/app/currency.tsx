import { Fragment, type ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { showAmountsIn } from '../model/numbers/currency.ts';
import { Bars } from '../parts/lists/bars.tsx';
import { useMode } from './mode.ts';
import { useSession } from './session.tsx';

/** Returns the currency of the last visit; null on the first one, and if storage is forbidden. */
const keptCurrency = (place: string): string | null => {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
};

const keepCurrency = (place: string, currency: string): void => {
  try {
    localStorage.setItem(place, currency);
  } catch {
    // The next visit asks first.
  }
};

/**
 * Shows the pages as soon as the currency of their environment is known: from the last visit, or else from the
 * API. If the API cannot be reached, the pages say so.
 */
export function InCurrency({ children }: { readonly children: ReactNode }) {
  const place = `currency/${useSession().tenantId}/${useMode()}`;
  // Only a change in Settings changes it, which reads it again.
  const { data, isPending } = useOperation('getCredential', {}, { staleMs: Infinity });
  const currency = data?.currency ?? keptCurrency(place);
  if (currency === null) return isPending ? <Bars rows={6} /> : children;
  if (data !== undefined) keepCurrency(place, currency);
  showAmountsIn(currency);
  return <Fragment key={currency}>{children}</Fragment>;
}
