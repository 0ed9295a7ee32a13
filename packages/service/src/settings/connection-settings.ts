import { securedUrlText } from '@loyalty/kernel';
import {
  authorityProblems,
  authoritySetting,
  passwordProblems,
  passwordSettings,
  type GivenSecret,
} from './secret-settings.ts';
import { settingGroup } from './setting-group.ts';
import type { SettingGroup } from './settings.ts';
import { urlSetting } from './setting-kinds.ts';

/** A server that is named by a URL. */
export interface SecuredUrlDescription {
  readonly variable: string;
  /** `PREFIX_PASSWORD`, `PREFIX_PASSWORD_FILE` and `PREFIX_CA_FILE` go with the URL. */
  readonly prefix: string;
  readonly help: string;
  readonly schemes: readonly string[];
  /** How the URL says that the connection is encrypted. */
  readonly encrypted: { readonly by: string; readonly holds: (url: URL) => boolean };
  /** The end of a sentence where the URL itself is wrong. */
  readonly wrong?: (url: URL) => string | null;
  /** True: the server takes a password without a name. */
  readonly mayLackUser?: boolean;
}

interface GivenUrl extends GivenSecret {
  readonly url: string;
  readonly caFile: string | null;
}

/** The URL of a server with its password and authorities, as one text for `readSecuredUrl`. */
export const securedUrlSettings = (given: SecuredUrlDescription): SettingGroup<string> => {
  const { variable, prefix, help, schemes } = given;
  const members = {
    url: urlSetting({ variable, help, schemes }),
    ...passwordSettings(`${prefix}_PASSWORD`, `of the user in ${variable}`),
    caFile: authoritySetting(`${prefix}_CA_FILE`, `the server of ${variable}`),
  };
  return settingGroup(members, (values) => {
    const problems = problemsOf(given, values);
    return problems.length > 0 ? { problems } : { value: textOfUrl(values) };
  });
};

const problemsOf = (description: SecuredUrlDescription, values: GivenUrl): string[] => {
  const url = new URL(values.url);
  const hasPassword = values.password !== null || values.passwordFile !== null;
  return [
    urlProblems(description, url),
    passwordProblems(`${description.prefix}_PASSWORD`, values),
    hasPassword ? userProblems(description, url) : [],
    values.caFile === null ? [] : encryptionProblems(description, url),
    authorityProblems(`${description.prefix}_CA_FILE`, values.caFile),
  ].flat();
};

const urlProblems = ({ variable, wrong }: SecuredUrlDescription, url: URL): string[] => {
  const ending = wrong?.(url) ?? null;
  return ending === null ? [] : [`${variable} ${ending}`];
};

const userProblems = (
  { variable, prefix, mayLackUser = false }: SecuredUrlDescription,
  { username, password }: URL,
): string[] => {
  if (password !== '') return [`${variable} has a password already, and ${prefix}_PASSWORD gives another`];
  return username === '' && !mayLackUser
    ? [`${variable} names no user for the password: write user@ before the host`]
    : [];
};

const encryptionProblems = ({ variable, prefix, encrypted }: SecuredUrlDescription, url: URL): string[] =>
  encrypted.holds(url) ? [] : [`${prefix}_CA_FILE needs ${encrypted.by} in ${variable}`];

const textOfUrl = ({ url: text, password, passwordFile, caFile }: GivenUrl): string => {
  if (password === null && passwordFile === null && caFile === null) return text;
  const url = new URL(text);
  if (password !== null) url.password = encodeURIComponent(password);
  return securedUrlText(url.href, { passwordFile, caFile });
};
