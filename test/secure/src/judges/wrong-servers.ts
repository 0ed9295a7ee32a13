import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@loyalty/contracts';
import type { StartedService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import type { SecuredStack } from '../secured-stack.ts';
import { createAuthority, uncertifiedHost } from '../servers/authority.ts';
import { newPassword } from '../servers/passwords.ts';
import { launch, serviceSettings } from '../services.ts';

/** A service with one setting that does not fit the servers, and what it must say of it. */
interface Wrong {
  readonly text: string;
  readonly over: Readonly<Record<string, string>>;
  /** The server that it waits for, and the reason: in the details of `/health/ready`, and in one line of the log. */
  readonly says: readonly [string, RegExp];
}

const service: ServiceName = 'earn-engine';

/** Files of another authority and of another password. */
export interface Others {
  readonly caPath: string;
  readonly passwordPath: string;
}

/** Makes certificates that do not fit. */
export const makeOthers = async ({ home }: SecuredStack): Promise<Others> => {
  const { caPath } = await createAuthority(join(home, 'other-certificates'));
  const passwordPath = join(home, 'secrets/other');
  writeFileSync(passwordPath, `${newPassword()}\n`, { mode: 0o600 });
  return { caPath, passwordPath };
};

const kafka = 'waiting for Kafka';
const postgres = 'waiting for Postgres';
const ofAnother = new RegExp(`does not match certificate's altnames: Host: ${uncertifiedHost}`);

const wrongOnes = (stack: SecuredStack, { caPath, passwordPath }: Others): readonly Wrong[] => {
  const elsewhere = serviceSettings(stack, service, uncertifiedHost);
  const at = (name: string): Record<string, string> => ({ [name]: elsewhere[name] ?? '' });
  return [
    {
      text: 'a wrong password of Kafka',
      over: { KAFKA_SASL_PASSWORD_FILE: passwordPath },
      says: [kafka, /SASL SCRAM SHA512 authentication failed/],
    },
    {
      text: 'a wrong password of Postgres',
      over: { DATABASE_PASSWORD_FILE: passwordPath },
      says: [postgres, /password authentication failed for user/],
    },
    {
      text: 'another authority for Kafka',
      over: { KAFKA_CA_FILE: caPath },
      says: [kafka, /certificate/],
    },
    {
      text: 'another authority for Postgres',
      over: { DATABASE_CA_FILE: caPath },
      says: [postgres, /certificate/],
    },
    {
      text: 'a name that Kafka’s certificate is not for',
      over: at('KAFKA_BROKERS'),
      says: [kafka, ofAnother],
    },
    {
      text: 'a name that Postgres’ certificate is not for',
      over: at('DATABASE_URL'),
      says: [postgres, ofAnother],
    },
  ];
};

/** A service with what does not fit waits, is not ready, and says in one line why. */
export const judgeWrongServers = async (stack: SecuredStack, others: Others): Promise<readonly string[]> => {
  const faults = wrongOnes(stack, others).map((wrong) => judgeOne(stack, wrong));
  return (await Promise.all(faults)).flat();
};

const judgeOne = async (stack: SecuredStack, wrong: Wrong): Promise<readonly string[]> => {
  const started = await launch(stack, service, wrong.over);
  const [what, why] = wrong.says;
  const isSaidBy = (text: string): boolean => text.includes(what) && why.test(text);
  let page = '';
  const saysWhy = async (): Promise<boolean> => {
    page = await readyPage(started);
    return isSaidBy(page) && readFileSync(started.logPath, 'utf8').split('\n').some(isSaidBy);
  };
  const faults = await eventually(wrong.text, saysWhy, { everyMs: 200, withinMs: 30_000 }).then(
    () => [],
    () => [`with ${wrong.text} it says ${page}`],
  );
  await started.stop();
  const end = await started.ended;
  return end.how === 'exit' && end.code === 0 ? faults : [...faults, `with ${wrong.text} it ended otherwise`];
};

/** The page of a process that is not ready; says so where it is. */
const readyPage = async ({ adminPort }: StartedService): Promise<string> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${adminPort.toString()}/health/ready`);
    const text = await answer.text();
    return answer.status === 503 ? text : `ready: ${text}`;
  } catch {
    return 'it does not listen yet';
  }
};
