import type { TlsFiles } from '@loyalty/http/admin';
import {
  type KafkaSecurity,
  type SaslMechanism,
  type Secret,
  secretFile,
  securedUrlText,
  textOf,
} from '@loyalty/kernel';
import { settingGroup, type SettingGroup } from './read-settings.ts';
import { choiceSetting, optionalChoiceSetting, optionalSetting, urlSetting } from './setting-kinds.ts';

interface SecuredUrlDescription {
  readonly variable: string;
  /** `PREFIX_PASSWORD`, `PREFIX_PASSWORD_FILE` and `PREFIX_CA_FILE` go with the URL. */
  readonly prefix: string;
  readonly help: string;
  readonly schemes: readonly string[];
  readonly encrypted: { readonly by: string; readonly holds: (url: URL) => boolean };
  /** A fault as the end of a sentence. */
  readonly wrong?: (url: URL) => string | null;
  /** The server takes a password without a name. */
  readonly mayLackUser?: boolean;
}

interface GivenUrl extends GivenSecret {
  readonly url: string;
  readonly caFile: string | null;
}

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

/**
 * Settings of an optional URL, which are null if the URL is absent; the settings that belong to it are then
 * refused.
 */
export const optionalSecuredUrlSettings = (given: SecuredUrlDescription): SettingGroup<string | null> => {
  const { members, readAll } = securedUrlSettings(given);
  return {
    members: members.map((member) =>
      member.variable === given.variable ? Object.assign({}, member, { defaultText: 'none' }) : member,
    ),
    readAll: (env) => {
      const isAbsent = members.every(({ variable }) => (env[variable] ?? '') === '');
      return isAbsent ? { value: null } : readAll(env);
    },
  };
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

interface GivenSecret {
  readonly password: string | null;
  readonly passwordFile: string | null;
}

/** The file is read again at each connection. */
const passwordSettings = (variable: string, of: string) => ({
  password: optionalSetting({ variable, help: `the password ${of}` }),
  passwordFile: optionalSetting({
    variable: `${variable}_FILE`,
    help: `a file with the password ${of}, read again at each connection`,
  }),
});

const passwordProblems = (variable: string, { password, passwordFile }: GivenSecret): readonly string[] => {
  if (password !== null && passwordFile !== null)
    return [`${variable} and ${variable}_FILE are both set: set one of them`];
  return passwordFile === null ? [] : fileProblems(`${variable}_FILE`, passwordFile, (text) => text !== '');
};

/** Read again at each call where it is in a file. */
const passwordOf = ({ password, passwordFile }: GivenSecret): Secret | null => {
  if (passwordFile !== null) return secretFile(passwordFile);
  return password === null ? null : () => password;
};

const authoritySetting = (variable: string, of: string) =>
  optionalSetting({
    variable,
    help: `a PEM file with the authorities that ${of} is judged by, those of Node when absent; read again at each connection`,
  });

const authorityProblems = (variable: string, path: string | null): readonly string[] =>
  path === null ? [] : fileProblems(variable, path, (text) => text.includes('-----BEGIN CERTIFICATE-----'));

/** Returns the problems of a file, and never shows its content. */
export const fileProblems = (
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

interface GivenTlsFiles {
  readonly certFile: string | null;
  readonly keyFile: string | null;
  readonly clientCaFile: string | null;
}

/** The settings of a port that we serve. They are null without a certificate, which means plain HTTP. */
export const tlsFilesSettings = (
  prefix: string,
  { serves, clients }: { readonly serves: string; readonly clients: string },
): SettingGroup<TlsFiles | null> => {
  const [certVariable, keyVariable, caVariable] = [
    `${prefix}_TLS_CERT_FILE`,
    `${prefix}_TLS_KEY_FILE`,
    `${prefix}_TLS_CLIENT_CA_FILE`,
  ] as const;
  const settings = {
    certFile: optionalSetting({
      variable: certVariable,
      help: `a PEM file with the certificate, and those between it and its authority, by which ${serves} over TLS alone; read again after it has changed`,
    }),
    keyFile: optionalSetting({ variable: keyVariable, help: `a PEM file with the key of ${certVariable}` }),
    clientCaFile: optionalSetting({
      variable: caVariable,
      help: `a PEM file with authorities of callers' certificates: ${clients}`,
    }),
  };
  const filesOf = ({ certFile, keyFile, clientCaFile }: GivenTlsFiles): TlsFiles | null =>
    certFile === null || keyFile === null ? null : { certFile, keyFile, clientCaFile };
  return settingGroup<typeof settings, TlsFiles | null>(settings, (given) => {
    const isWhole = (given.certFile === null) === (given.keyFile === null);
    const problems = [
      ...(isWhole ? [] : [`${certVariable} and ${keyVariable} go together: set both or neither`]),
      ...(given.clientCaFile !== null && given.certFile === null
        ? [`${caVariable} needs ${certVariable}`]
        : []),
      ...authorityProblems(certVariable, given.certFile),
      ...(given.keyFile === null
        ? []
        : fileProblems(keyVariable, given.keyFile, (text) => text.includes('PRIVATE KEY-----'))),
      ...authorityProblems(caVariable, given.clientCaFile),
    ];
    return problems.length > 0 ? { problems } : { value: filesOf(given) };
  });
};

const protocols = ['PLAINTEXT', 'SSL', 'SASL_SSL'] as const;

const mechanisms: readonly SaslMechanism[] = ['SCRAM-SHA-512', 'SCRAM-SHA-256', 'PLAIN'];

interface GivenSecurity extends GivenSecret {
  readonly protocol: (typeof protocols)[number];
  readonly mechanism: SaslMechanism | null;
  readonly username: string | null;
  readonly caFile: string | null;
}

const members = {
  protocol: choiceSetting({
    variable: 'KAFKA_SECURITY_PROTOCOL',
    help: 'PLAINTEXT, SSL, or SASL_SSL',
    words: protocols,
    otherwise: 'PLAINTEXT',
  }),
  mechanism: optionalChoiceSetting({
    variable: 'KAFKA_SASL_MECHANISM',
    help: 'of SASL_SSL: SCRAM-SHA-512, which is meant when absent, SCRAM-SHA-256, or PLAIN',
    words: mechanisms,
  }),
  username: optionalSetting({ variable: 'KAFKA_SASL_USERNAME', help: 'of SASL_SSL: the user' }),
  ...passwordSettings('KAFKA_SASL_PASSWORD', 'of KAFKA_SASL_USERNAME'),
  caFile: authoritySetting('KAFKA_CA_FILE', 'a broker'),
};

const combinationProblems = (given: GivenSecurity): readonly string[] => {
  const identity = [given.username, given.password ?? given.passwordFile];
  const isGiven = (part: string | null): boolean => part !== null;
  if (given.protocol === 'SASL_SSL') return identity.every(isGiven) ? [] : [needsUser];
  if (given.mechanism !== null || identity.some(isGiven)) return [needsSasl];
  return given.protocol === 'PLAINTEXT' && given.caFile !== null ? [needsTls] : [];
};

const needsUser = 'SASL_SSL needs KAFKA_SASL_USERNAME, and KAFKA_SASL_PASSWORD or KAFKA_SASL_PASSWORD_FILE';

const needsSasl = 'KAFKA_SASL_… needs KAFKA_SECURITY_PROTOCOL=SASL_SSL';

const needsTls = 'KAFKA_CA_FILE needs KAFKA_SECURITY_PROTOCOL=SSL or SASL_SSL';

const securityOf = (given: GivenSecurity): KafkaSecurity => {
  const { protocol, mechanism, username, caFile } = given;
  const password = passwordOf(given);
  return {
    tls: protocol === 'PLAINTEXT' ? null : { ca: caFile === null ? null : secretFile(caFile) },
    sasl:
      protocol === 'SASL_SSL' && username !== null && password !== null
        ? { mechanism: mechanism ?? 'SCRAM-SHA-512', username, password }
        : null,
  };
};

export const kafkaSecuritySettings = settingGroup<typeof members, KafkaSecurity>(members, (given) => {
  const problems = [
    ...combinationProblems(given),
    ...passwordProblems('KAFKA_SASL_PASSWORD', given),
    ...authorityProblems('KAFKA_CA_FILE', given.caFile),
  ];
  return problems.length > 0 ? { problems } : { value: securityOf(given) };
});
