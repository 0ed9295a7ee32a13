interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the paths of a small line and of the area below it; null where there is nothing to draw. */
export const linePath = (
  values: readonly number[],
  { width, height }: Size,
): { readonly line: string; readonly area: string } | null => {
  const most = Math.max(...values);
  const least = Math.min(0, ...values);
  if (values.length < 2 || most === least) return null;
  const points = values.map((value, place) => {
    const x = (place / (values.length - 1)) * width;
    const y = height - ((value - least) / (most - least)) * height;
    return `${rounded(x)},${rounded(y)}`;
  });
  const line = `M${points.join('L')}`;
  return { line, area: `${line}V${height.toString()}H0Z` };
};

const rounded = (value: number): string => (Math.round(value * 10) / 10).toString();
