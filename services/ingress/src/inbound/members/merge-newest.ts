/** A row of one of the lists that are merged. */
export interface PlacedRow<Item> {
  /** In ISO 8601 in UTC. */
  readonly at: string;
  /** The place after which its list goes on. */
  readonly place: string;
  readonly item: Item;
}

/** The rows of a list that come next, newest first. */
export interface NextRows<Item> {
  readonly rows: readonly PlacedRow<Item>[];
  /** The place after which the list goes on behind the rows; null if they are the last ones. */
  readonly next: string | null;
}

interface Merged<Item> {
  readonly items: readonly Item[];
  /** Of each list the place after which it goes on: '' at its beginning, null at its end. */
  readonly places: readonly (string | null)[];
}

/**
 * Merges lists into one, newest first; of the same time the row of the earlier list comes first. It ends at the
 * limit, or where a list has no more rows at hand but goes on, because its next row may be the newest.
 */
export const mergeNewest = <Item>(
  lists: readonly NextRows<Item>[],
  before: readonly (string | null)[],
  limit: number,
): Merged<Item> => {
  const taken = lists.map(() => 0);
  const items: Item[] = [];
  while (
    items.length < limit &&
    !lists.some(({ rows, next }, at) => taken[at] === rows.length && next !== null)
  ) {
    const newest = newestOf(lists, taken);
    if (newest === null) break;
    items.push(newest.row.item);
    taken[newest.list] = (taken[newest.list] ?? 0) + 1;
  }
  const places = lists.map(({ rows, next }, at) => {
    const count = taken[at] ?? 0;
    return count === rows.length ? next : (rows[count - 1]?.place ?? before[at] ?? '');
  });
  return { items, places };
};

const newestOf = <Item>(
  lists: readonly NextRows<Item>[],
  taken: readonly number[],
): { readonly list: number; readonly row: PlacedRow<Item> } | null => {
  let newest: { readonly list: number; readonly row: PlacedRow<Item> } | null = null;
  for (const [list, { rows }] of lists.entries()) {
    const row = rows[taken[list] ?? 0];
    if (row !== undefined && (newest === null || row.at > newest.row.at)) newest = { list, row };
  }
  return newest;
};
