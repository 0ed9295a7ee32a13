interface RangeChoiceProps<Range extends string> {
  readonly label: string;
  readonly texts: Readonly<Record<Range, string>>;
  readonly ranges: readonly Range[];
  readonly chosen: Range;
  readonly onChoose: (range: Range) => void;
}

/** One of a few, all in sight. */
export function RangeChoice<Range extends string>({
  label,
  texts,
  ranges,
  chosen,
  onChoose,
}: RangeChoiceProps<Range>) {
  return (
    <div className="seg" role="group" aria-label={label}>
      {ranges.map((range) => (
        <button
          key={range}
          type="button"
          aria-pressed={range === chosen}
          onClick={() => {
            onChoose(range);
          }}
        >
          {texts[range]}
        </button>
      ))}
    </div>
  );
}
