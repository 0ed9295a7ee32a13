import { secretFile, textOf, type Secret } from '@loyalty/kernel';
import { optionalSetting } from './setting-kinds.ts';

/** A secret as its two variables give it, at most one of them. */
export interface GivenSecret {
  readonly password: string | null;
  readonly passwordFile: string | null;
}

/** The two variables of a password: `VARIABLE`, and `VARIABLE_FILE`, which is read anew at each connection. */
export const passwordSettings = (variable: string, of: string) => ({
  password: optionalSetting({ variable, help: `the password ${of}` }),
  passwordFile: optionalSetting({
    variable: `${variable}_FILE`,
    help: `a file with the password ${of}, read anew at each connection`,
  }),
});

/** Returns a sentence for each mistake in the two variables of a password. */
export const passwordProblems = (
  variable: string,
  { password, passwordFile }: GivenSecret,
): readonly string[] => {
  if (password !== null && passwordFile !== null)
    return [`${variable} and ${variable}_FILE are both set: set one of them`];
  return passwordFile === null ? [] : fileProblems(`${variable}_FILE`, passwordFile, (text) => text !== '');
};

/** The password, read anew at each call where it is in a file. */
export const passwordOf = ({ password, passwordFile }: GivenSecret): Secret | null => {
  if (passwordFile !== null) return secretFile(passwordFile);
  return password === null ? null : () => password;
};

/** The variable of a file with authorities. */
export const authoritySetting = (variable: string, of: string) =>
  optionalSetting({
    variable,
    help: `a PEM file with the authorities that ${of} is judged by, those of Node when absent; read anew at each connection`,
  });

/** Returns a sentence where a file of authorities is none. */
export const authorityProblems = (variable: string, path: string | null): readonly string[] =>
  path === null ? [] : fileProblems(variable, path, (text) => text.includes('-----BEGIN CERTIFICATE-----'));

/** A sentence where a file cannot be read or does not hold what it is for; it never shows what the file holds. */
const fileProblems = (
  variable: string,
  path: string,
  isFit: (text: string) => boolean,
): readonly string[] => {
  try {
    return isFit(secretFile(path)()) ? [] : [`${variable} names a file that does not hold what it is for`];
  } catch (failure) {
    return [`${variable} cannot be read: ${textOf(failure)}`];
  }
};
