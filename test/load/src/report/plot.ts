import { meanOf, type Figure } from './figures.ts';

const width = 720;
const barHeight = 16;
const groupHeight = 58;
const left = 250;
const right = 90;
const colours = { ours: '#1f6feb', monolith: '#8c959f' } as const;

/** Draws two bars for each figure that was measured on both sides, each pair on its own scale, as an SVG. */
export const plotOf = (figures: readonly Figure[]): string => {
  const pairs = figures.filter(({ ours, monolith }) => ours.length > 0 && monolith.length > 0);
  const height = 40 + pairs.length * groupHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toString()} ${height.toString()}" ` +
      'font-family="system-ui, sans-serif" font-size="13">',
    `<rect width="${width.toString()}" height="${height.toString()}" fill="#ffffff"/>`,
    legend('engine', colours.ours, left),
    legend('monolith', colours.monolith, left + 100),
    ...pairs.flatMap((figure, place) => groupOf(figure, 40 + place * groupHeight)),
    '</svg>\n',
  ].join('\n');
};

const legend = (name: string, colour: string, x: number): string =>
  `<rect x="${x.toString()}" y="12" width="12" height="12" fill="${colour}"/>` +
  `<text x="${(x + 18).toString()}" y="23" fill="#1f2328">${name}</text>`;

const groupOf = (figure: Figure, y: number): string[] => {
  const ours = meanOf(figure.ours);
  const monolith = meanOf(figure.monolith);
  const scale = (width - left - right) / Math.max(ours, monolith);
  const title = `<text x="${(left - 12).toString()}" y="${(y + 24).toString()}" text-anchor="end" fill="#1f2328">${figure.title}</text>`;
  return [
    title,
    bar({ value: ours, unit: figure.unit, colour: colours.ours }, scale, y),
    bar({ value: monolith, unit: figure.unit, colour: colours.monolith }, scale, y + barHeight + 4),
  ];
};

const bar = (
  { value, unit, colour }: { readonly value: number; readonly unit: string; readonly colour: string },
  scale: number,
  y: number,
): string => {
  const length = Math.max(1, value * scale);
  const text = value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1);
  return (
    `<rect x="${left.toString()}" y="${y.toString()}" width="${length.toFixed(1)}" height="${barHeight.toString()}" fill="${colour}"/>` +
    `<text x="${(left + length + 6).toFixed(1)}" y="${(y + 13).toString()}" fill="#1f2328">${text}${unit === '/s' ? '' : ' '}${unit}</text>`
  );
};
