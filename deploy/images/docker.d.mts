/** What runs a build: its name, and the words that begin one. */
export interface Builder {
  readonly name: string;
  readonly words: readonly string[];
}

export type FoundDocker =
  | { readonly docker: string; readonly builder: Builder; readonly reason: null }
  | { readonly docker: null; readonly builder: null; readonly reason: string };

export declare const findDocker: () => FoundDocker;
export declare const standInsOf: (root: string) => Readonly<Record<string, string>>;
