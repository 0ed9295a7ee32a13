import { Fragment, type ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { showAmountsIn } from '../model/numbers/currency.ts';
import { Bars } from '../parts/lists/bars.tsx';
import { readStored, writeStored } from './browser-storage.ts';
import { useMode } from './mode.ts';
import { useSession } from './session.tsx';

/**
 * Shows the pages as soon as the currency of their environment is known: from the last visit, or else from the
 * API. If the API cannot be reached, the pages say so.
 */
export function InCurrency({ children }: { readonly children: ReactNode }) {
  const place = `currency/${useSession().tenantId}/${useMode()}`;
  // Only a change in Settings changes it, which reads it again.
  const { data, isPending } = useOperation('getCredential', {}, { staleMs: Infinity });
  const currency = data?.currency ?? readStored(place);
  if (currency === null) return isPending ? <Bars rows={6} /> : children;
  if (data !== undefined) writeStored(place, currency);
  showAmountsIn(currency);
  return <Fragment key={currency}>{children}</Fragment>;
}
