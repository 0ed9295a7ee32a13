/** Returns the items in the order of their ranks, which are whole numbers. Those of one rank are shuffled. */
export const byRank = <Item>(items: readonly Item[], rankOf: (item: Item) => number): Item[] =>
  items
    .map((item) => ({ item, place: rankOf(item) + Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
