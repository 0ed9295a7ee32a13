import { secretFile, type KafkaSecurity, type SaslMechanism } from '@loyalty/kernel';
import {
  authorityProblems,
  authoritySetting,
  passwordOf,
  passwordProblems,
  passwordSettings,
  type GivenSecret,
} from './secret-settings.ts';
import { settingGroup } from './setting-group.ts';
import { choiceSetting, optionalChoiceSetting, optionalSetting } from './setting-kinds.ts';

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

/** How Kafka is connected to. */
export const kafkaSecuritySettings = settingGroup<typeof members, KafkaSecurity>(members, (given) => {
  const problems = [
    ...combinationProblems(given),
    ...passwordProblems('KAFKA_SASL_PASSWORD', given),
    ...authorityProblems('KAFKA_CA_FILE', given.caFile),
  ];
  return problems.length > 0 ? { problems } : { value: securityOf(given) };
});

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
