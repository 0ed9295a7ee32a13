/** A promise of the code itself was broken: the process must end, because its state may be wrong. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** Throws {@link BrokenInvariant} unless `holds`. `text` states the promised fact. */
export function invariant(holds: boolean, text: string): asserts holds {
  if (!holds) throw new BrokenInvariant(text);
}
