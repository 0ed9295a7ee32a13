import type { Lane, Message } from '@loyalty/messaging';

/** Returns the lane of each subject of a batch of facts: bulk where all of its facts are, because somebody waits for the others. */
export const lanesOf = <T>(
  batch: readonly Message<T>[],
  subjectOf: (value: T) => string,
): ((subject: string) => Lane) => {
  const awaited = new Set(
    batch.filter(({ lane }) => lane === 'interactive').map(({ value }) => subjectOf(value)),
  );
  return (subject) => (awaited.has(subject) ? 'interactive' : 'bulk');
};
