/** One series of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** `name{label="value",…} number`; a label's value may contain braces, as a route template does. */
const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;
const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\"': '"', '\\\\': '\\' };

/** Returns the series of a scrape in the Prometheus text format; other lines are skipped. */
export const parseMetrics = (text: string): Sample[] =>
  text.split('\n').flatMap((written) => {
    const [, name, labels = '', value] = line.exec(written) ?? [];
    return name === undefined ? [] : [{ name, labels: labelsIn(labels), value: numberOf(value ?? '') }];
  });

const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(label)].map(([, name = '', value = '']) => [
      name,
      value.replace(/\\[n"\\]/g, (escape) => escapes[escape] ?? escape),
    ]),
  );

const numberOf = (text: string): number => (text === '+Inf' ? Infinity : Number(text));
