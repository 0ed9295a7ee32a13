/** Returns the name of a line: Grafana's template with its labels, or all labels where there is no template. */
export const nameOfLine = (template: string, labels: Readonly<Record<string, string>>): string => {
  const { __name__: metric = '', ...others } = labels;
  if (template !== '__auto')
    return template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => labels[label] ?? '').trim();
  const pairs = Object.entries(others).map(([label, value]) => `${label}="${value}"`);
  return pairs.length === 0 ? metric : `${metric}{${pairs.join(', ')}}`;
};
