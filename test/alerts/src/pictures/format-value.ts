type Scale = readonly (readonly [from: number, suffix: string])[];

const short: Scale = [
  [1_000_000, ' M'],
  [1_000, ' K'],
  [1, ''],
];

const scales: Readonly<Record<string, Scale>> = {
  percentunit: [[0.01, ' %']],
  s: [
    [86_400, ' d'],
    [3_600, ' h'],
    [60, ' min'],
    [1, ' s'],
    [0.001, ' ms'],
    [0.000_001, ' µs'],
  ],
  bytes: [
    [1_073_741_824, ' GiB'],
    [1_048_576, ' MiB'],
    [1_024, ' KiB'],
    [1, ' B'],
  ],
  ops: [
    [1_000, 'K/s'],
    [1, '/s'],
  ],
};

/** Formats a value in a unit of Grafana's, with three digits. */
export const formatValue = (unit: string, value: number): string => {
  if (!Number.isFinite(value)) return 'no value';
  if (unit === 'dateTimeFromNow') return `${formatValue('s', (Date.now() - value) / 1_000)} ago`;
  const [from, suffix] = stepOf(scales[unit] ?? short, Math.abs(value));
  return `${Number((value / from).toPrecision(3)).toString()}${suffix}`;
};

/** The largest step that is not above the value; for what is below all of them, the smallest; for 0, the unit itself. */
const stepOf = (scale: Scale, size: number): readonly [from: number, suffix: string] =>
  scale.find(([from]) => (size === 0 ? from === 1 : size >= from)) ?? scale.at(-1) ?? [1, ''];
