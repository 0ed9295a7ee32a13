import { meanOf, type Figure } from './figures.ts';

const heads = ['', 'engine', 'monolith', 'ratio', 'rounds (engine; monolith)'] as const;

/** Formats the figures as a readable Markdown table. */
export const tableOf = (figures: readonly Figure[]): string => {
  const rows = [heads, ...figures.map(rowOf)];
  const widths = heads.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    isNumeric(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  const [head = '', ...body] = rows.map(line);
  return [head, line(rule), ...body].join('\n');
};

const isNumeric = (column: number): boolean => column > 0 && column < 4;

const pad = (cell: string, width: number, column: number): string =>
  isNumeric(column) ? cell.padStart(width) : cell.padEnd(width);

const rowOf = (figure: Figure): string[] => {
  const ours = meanOf(figure.ours);
  const monolith = meanOf(figure.monolith);
  const rounds = [figure.ours, figure.monolith].filter(({ length }) => length > 0);
  return [
    figure.title,
    shown(ours, figure),
    shown(monolith, figure),
    Number.isNaN(ours / monolith) ? '' : `${(ours / monolith).toFixed(2)} ×`,
    rounds.map((values) => values.map(brief).join(', ')).join('; '),
  ];
};

const shown = (value: number, { unit }: Figure): string => {
  if (Number.isNaN(value)) return '';
  return unit === '/s' ? `${brief(value)}/s` : `${brief(value)} ${unit}`.trimEnd();
};

const brief = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value >= 10 ? 1 : 2);
