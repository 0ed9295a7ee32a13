interface ConditionsSize {
  /** Comparisons over lines are included. */
  readonly comparisons: number;
  readonly lineComparisons: number;
  /** This counts the values in the lists of all comparisons. */
  readonly values: number;
}

const nothing: ConditionsSize = { comparisons: 0, lineComparisons: 0, values: 0 };

/** Measures a tree as it was written, even one that this build cannot read. */
export const sizeOfConditions = (json: unknown): ConditionsSize => {
  if (!isObject(json)) return nothing;
  const { conditions, lines, value } = json;
  if (Array.isArray(conditions)) return sumOf((conditions as readonly unknown[]).map(sizeOfConditions));
  return sumOf([
    { comparisons: 1, lineComparisons: 0, values: Array.isArray(value) ? value.length : 0 },
    sizeOfLines(lines),
  ]);
};

/**
 * Adds up the sizes of a campaign's conditions and of its choice of lines, as {@link sizeOfConditions}
 * measures them.
 */
export const sizeOfAim = ({ conditions, earnOn }: Aim): ConditionsSize => {
  const { lines, except } = isObject(earnOn) ? earnOn : noLines;
  return sumOf([sizeOfConditions(conditions), sizeOfLines(lines), sizeOfLines(except)]);
};

interface Aim {
  readonly conditions?: unknown;
  readonly earnOn?: unknown;
}

const noLines: Readonly<Record<string, unknown>> = {};

const sizeOfLines = (json: unknown): ConditionsSize => {
  const { comparisons, values } = sizeOfConditions(json);
  return { comparisons, lineComparisons: comparisons, values };
};

const sumOf = (sizes: readonly ConditionsSize[]): ConditionsSize =>
  sizes.reduce(
    (sum, size) => ({
      comparisons: sum.comparisons + size.comparisons,
      lineComparisons: sum.lineComparisons + size.lineComparisons,
      values: sum.values + size.values,
    }),
    nothing,
  );

export const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
