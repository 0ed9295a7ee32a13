import type { Manifest } from '../manifest.ts';

const stageOf = ({ metadata }: Manifest): number => {
  const hook = metadata.annotations?.['helm.sh/hook'] ?? '';
  if (hook.startsWith('pre-')) return 0;
  return hook === '' ? 1 : 2;
};

const weightOf = ({ metadata }: Manifest): number =>
  Number(metadata.annotations?.['helm.sh/hook-weight'] ?? 0);

/** Returns objects in the order in which helm makes them: hooks before by weight, the release, tests by weight. */
export const inHookOrder = (objects: readonly Manifest[]): readonly Manifest[] =>
  objects.toSorted((a, b) => stageOf(a) - stageOf(b) || (stageOf(a) === 1 ? 0 : weightOf(a) - weightOf(b)));
