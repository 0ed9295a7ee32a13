import { readFileSync } from 'node:fs';

/** A text that is shown nowhere, read anew at each call: its file may have changed since. Throws while the file is away. */
export type Secret = () => string;

/** The text of a file, without the end of its last line, read anew at each call. */
export const secretFile =
  (path: string): Secret =>
  () =>
    readFileSync(path, 'utf8').replace(/\r?\n$/, '');

/** The same for a client that cannot bear a failure: the last text that could be read, while the file is away. */
export const lastReadable = (secret: Secret): (() => string | undefined) => {
  let last: string | undefined;
  return () => {
    try {
      last = secret();
    } catch {
      // A file that is being replaced: the text from before is as good a guess as any.
    }
    return last;
  };
};
