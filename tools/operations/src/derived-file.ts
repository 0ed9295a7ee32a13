export interface DerivedFile {
  readonly path: string;
  readonly text: string;
}
