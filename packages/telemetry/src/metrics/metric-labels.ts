import type { MetricCatalogue, MetricName } from './metric-catalogue.ts';

/** Exactly the labels that the catalogue declares for a metric: `{}` where it declares none. */
export type MetricLabels<Name extends MetricName> = {
  readonly [Label in MetricCatalogue[Name]['labels'][number]]: ValueOf<MetricCatalogue[Name], Label>;
};

/** The labels of a metric whose values the catalogue does not list. */
export type OpenLabels<Name extends MetricName> = Readonly<
  Record<Exclude<MetricCatalogue[Name]['labels'][number], ListedLabel<MetricCatalogue[Name]>>, string>
>;

type ListedLabel<Definition> = Definition extends { readonly values: infer Values } ? keyof Values : never;

type ValueOf<Definition, Label> = Definition extends {
  readonly values: Readonly<Record<Label & string, readonly (infer Value)[]>>;
}
  ? Value
  : string;
