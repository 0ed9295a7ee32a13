import { type LocalStack, readLocalStack } from '@loyalty/stack';
import { localJsonOf } from '../loyaltyctl.ts';

const once = { headers: { connection: 'close' } };

/** Reads the metrics of these services, each as text, in the same order. */
export const readMetrics = (stack: LocalStack, names: readonly string[]): Promise<readonly string[]> => {
  const { services } = readLocalStack(localJsonOf(stack));
  return Promise.all(
    names.map(async (name) =>
      // A kept connection may be closed as it is used again.
      (await fetch(`http://127.0.0.1:${(services[name]?.port ?? 0).toString()}/metrics`, once)).text(),
    ),
  );
};

/** Sums the series of a metric; with a label, such as `place="rows"`, only those that have it. */
export const sumOfSeries = (texts: readonly string[], name: string, label = ''): number => {
  const line = new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gmu');
  return texts
    .flatMap((text) => [...text.matchAll(line)])
    .filter(([, labels = '']) => labels.includes(label))
    .reduce((sum, [, , value]) => sum + Number(value), 0);
};
