/** A promise of the code itself was broken: the process must end rather than go on with wrong state. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** Throws {@link BrokenInvariant} unless `holds`. `text` states the fact that was promised. */
export function invariant(holds: boolean, text: string): asserts holds {
  if (!holds) throw new BrokenInvariant(text);
}
