import type { Schemas } from '@loyalty/client';
import { useDebounced } from '../../../api/use-debounced.ts';
import { useOperation } from '../../../api/use-operation.ts';

type Member = Schemas['Member'];

/** This is longer than the time between two keys of a person who types. */
const typedMs = 250;
const shownMax = 6;
const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface OtherMembers {
  readonly members: readonly Member[];
  /** True if more members match than are returned. */
  readonly hasMore: boolean;
  /** True if the text is a reference of the member whose page is open, so it leads to nobody else. */
  readonly isOwn: boolean;
  readonly isPending: boolean;
  readonly isFailed: boolean;
}

/**
 * Finds members other than this one, by what is typed: any reference, the id, or a part of the first reference, the
 * name, the address or the number.
 */
export const useOtherMembers = (memberId: string, typed: string): OtherMembers => {
  const text = typed.trim();
  const asked = useDebounced(text, typedMs);
  const isEnabled = asked !== '' && asked === text;
  const isId = idForm.test(asked);
  const bySearch = useOperation('listMembers', { search: asked, limit: shownMax + 2 }, { isEnabled });
  // A search knows members by their first reference alone.
  const byReference = useOperation('listMembers', { ref: asked }, { isEnabled });
  const byId = useOperation('getMember', { memberId: asked }, { isEnabled: isEnabled && isId });
  const lists = [bySearch, byReference];
  const found = (byReference.data?.members ?? []).concat(byId.data ?? [], bySearch.data?.members ?? []);
  const others = found.filter(
    ({ id }, place) => id !== memberId && found.findIndex((one) => one.id === id) === place,
  );
  return {
    members: others.slice(0, shownMax),
    hasMore: others.length > shownMax,
    isOwn: found.some(({ id }) => id === memberId),
    isPending: text !== '' && (!isEnabled || [...lists, byId].some((read) => read.isLoading)),
    // An id that nobody has is no failure.
    isFailed: isEnabled && lists.some((read) => read.isError),
  };
};
