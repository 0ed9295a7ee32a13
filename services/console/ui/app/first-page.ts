import { type ListedPage, useListedPages } from './listed-pages.ts';
import { missingPermission } from './permissions.ts';
import { useSession } from './session.tsx';

/** Returns the first page of the sidebar that this person may open; undefined if there is none. */
export const useFirstPage = (): ListedPage | undefined => {
  const { permissions } = useSession();
  return useListedPages().find(({ operations }) => missingPermission(operations, permissions) === null);
};
