import { missingPermission } from '../app/permissions.ts';
import { useSession } from '../app/session.tsx';
import { isNationalNumber } from '../model/national-number.ts';
import { useOperation } from './use-operation.ts';

/**
 * Returns true if a search for this national telephone number can find nothing, because the environment does
 * not say in which country it is dialled. False for other texts, and while it is not known.
 */
export const useIsCountryMissing = (text: string): boolean => {
  const { permissions } = useSession();
  const isEnabled = isNationalNumber(text) && missingPermission(['getSettings'], permissions) === null;
  const found = useOperation('getSettings', {}, { staleMs: 60_000, isEnabled }).data;
  return isEnabled && found?.settings.phoneCountry === null;
};
