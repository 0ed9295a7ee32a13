import type { ServiceFacts } from '@loyalty/operations';
import { containersOf, nameOf, podsOf, type Container, type MadePod } from '../manifest.ts';
import type { Policy } from './policy.ts';

/** Variables of the container of `helm test`, which is a script and no process of ours. */
const isScript = ({ name }: Container): boolean => name === 'evaluate';

/** The service whose image a container runs. */
const serviceOf = ({ image }: Container): string => image.split('/').at(-1)?.split(/[@:]/)[0] ?? '';

const eachProcess = (
  pods: readonly MadePod[],
  services: readonly ServiceFacts[],
  judge: (container: Container, facts: ServiceFacts | undefined) => readonly string[],
): readonly string[] =>
  pods.flatMap(({ by, spec }) =>
    containersOf(spec)
      .filter((container) => !isScript(container))
      .flatMap((container) =>
        judge(
          container,
          services.find(({ service }) => service === serviceOf(container)),
        ).map((problem) => `${nameOf(by)}, ${container.name}: ${problem}`),
      ),
  );

/** A slip in a name would be a default in production. */
export const variablesAreSettings: Policy = {
  promise: 'every variable is a setting that the process reads, named once',
  breaches: (objects, { services }) =>
    eachProcess(podsOf(objects), services, ({ env = [] }, facts) => {
      const { settings = [], operatorSettings = [] } = facts ?? {};
      const known = new Set([...settings, ...operatorSettings].map(({ variable }) => variable));
      const names = env.map(({ name }) => name);
      return names.filter((name, at) => !known.has(name) || names.indexOf(name) !== at);
    }),
};

/** Commands read only what they need, so they are not asked. */
export const requiredSettingsAreSet: Policy = {
  promise: 'every setting without a default is set',
  breaches: (objects, { services }) =>
    eachProcess(podsOf(objects), services, ({ env = [] }, facts) =>
      facts === undefined
        ? ['runs an image of no service']
        : facts.settings
            .filter(({ defaultText }) => defaultText === null && facts.service !== 'loyaltyctl')
            .filter(({ variable }) => !env.some(({ name, value = '' }) => name === variable && value !== ''))
            .map(({ variable }) => `${variable} is missing`),
    ),
};

/** An environment is shown by `kubectl describe`, crash reports and every child. */
export const secretsAreFiles: Policy = {
  promise: 'no secret stands in an environment',
  breaches: (objects, { services }) =>
    eachProcess(podsOf(objects), services, ({ env = [] }, facts) => {
      const variables = facts?.settings.map(({ variable }) => variable) ?? [];
      const secrets = variables.filter((variable) => variables.includes(`${variable}_FILE`));
      return env
        .filter(
          ({ name, value = '', valueFrom }) =>
            secrets.includes(name) || valueFrom !== undefined || /:\/\/[^/@]*:[^/@]+@/.test(value),
        )
        .map(({ name }) => name);
    }),
};

/** `latest` is another program tomorrow. */
export const imagesAreFixed: Policy = {
  promise: 'every image is named by its digest, or by a tag of a release',
  breaches: (objects) =>
    podsOf(objects).flatMap(({ by, spec }) =>
      containersOf(spec)
        .filter(({ image }) => !/@sha256:[0-9a-f]{64}$|:(?!latest$)[\w][\w.-]*$/.test(image))
        .map(({ image }) => `${nameOf(by)}: ${image}`),
    ),
};
