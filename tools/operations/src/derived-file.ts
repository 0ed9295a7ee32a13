/** A file that `npm run derive` writes. */
export interface DerivedFile {
  /** From the root of the checkout, as in `deploy/observability/rules.yaml`. */
  readonly path: string;
  readonly text: string;
}
