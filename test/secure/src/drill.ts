import { printLine, type Verdicts } from '@loyalty/stack';
import { defineDrill, numberOption } from '@loyalty/stack/drill';
import { deploy, type Deployed } from './deploy.ts';
import { tryGroups, tryTopics, type Tried } from './judges/access-table.ts';
import { judgeBooks, judgeReadingRole, judgeServiceRoles } from './judges/database-roles.ts';
import { judgeGrantedRules } from './judges/granted-rules.ts';
import { judgeLeaks } from './judges/leaks.ts';
import { rotateKafka, rotatePostgres, type Rotated } from './judges/rotations.ts';
import { judgeStrangers } from './judges/strangers.ts';
import { judgeWrongServers, makeOthers } from './judges/wrong-servers.ts';
import { judgeWrongSettings } from './judges/wrong-settings.ts';
import { grocer } from './principals.ts';
import { startSecuredStack, type SecuredStack } from './secured-stack.ts';
import { baseUrlOf, startServices, stopServices, type Services } from './services.ts';
import { Load } from './story/load.ts';
import { liveOnce } from './story/member-life.ts';
import { startReceiver, type Receiver } from './story/receiver.ts';
import { openShop, type Shop } from './story/shop.ts';
import { enableStream, streamOnce } from './story/streamed.ts';

/** The run so far. */
interface Run {
  readonly stack: SecuredStack;
  readonly verdicts: Verdicts;
  /** The number of evaluates a second while passwords are changed. */
  readonly rate: number;
  readonly receiver: Receiver;
}

const about = `
Starts Kafka (SASL_SSL, SCRAM-SHA-512, StandardAuthorizer), a registry behind TLS with credentials, Postgres (hostssl only) and Redis (TLS,
one user) in .loyalty/secure, with certificates of a new authority (this needs openssl), and then all services, each as its own principal.
Judges what works, what is refused and what is shown, and changes every password under load. Exit code 1: a promise was broken.`;

/** Everything on servers that trust nobody. */
export const drill = defineDrill({
  about,
  options: { rate: numberOption('evaluates a second while passwords are changed', 60) },
  run: async ({ rate }, verdicts) => {
    const receiver = await startReceiver();
    try {
      printLine('Starting secured servers in .loyalty/secure');
      const stack = await startSecuredStack();
      try {
        await judge({ stack, verdicts, rate, receiver });
      } finally {
        await stack.stop();
      }
    } finally {
      await receiver.close();
    }
  },
});

const textOf = (failure: unknown): string =>
  failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);

const judge = async (run: Run): Promise<void> => {
  const { stack } = run;
  await promise(run, 'no server lets in who proves nothing', () => judgeStrangers(stack));
  const deployed = await deploy(stack);
  await promise(run, 'Kafka has the rules that `access show` prints, and no other', () =>
    judgeGrantedRules(stack, deployed.rules),
  );
  const services = await startServices(stack);
  run.verdicts.judge('all services are ready, each as its own principal', services.size === 7);
  const streams = await judgeRunning(run, services).finally(() => stopServices(services));
  await promise(run, '`check` finds nothing, and needs no more than to read', () => judgeBooks(stack));
  await judgeAccess(run, deployed, streams);
};

/** Notes one promise; it holds when `work` returns no faults. */
const promise = async (
  { verdicts }: Run,
  text: string,
  work: () => Promise<readonly string[]>,
): Promise<void> => {
  const faults = await work().catch((failure: unknown) => [textOf(failure)]);
  verdicts.judge(text, faults.length === 0, faults.slice(0, 5).join('; '));
};

/** Returns the topics of tenants; the grocer may write the first. */
const judgeRunning = async (run: Run, services: Services): Promise<readonly string[]> => {
  const { stack, receiver } = run;
  const shop = await openShop(stack, baseUrlOf(services), receiver.origin);
  const lives = () => liveOnce(shop, receiver);
  await promise(run, 'evaluate, bulk, event and redeem work; tier, segment, code and webhook follow', lives);
  const stream = await enableStream(stack, shop, 'live');
  await promise(run, 'a tenant’s own producer streams as its own principal', () =>
    streamOnce(stack, shop, stream),
  );
  await promise(
    run,
    'no service’s role runs DDL or does what its statements do not, and migrations own every table',
    () => judgeServiceRoles(stack),
  );
  await promise(run, 'the role of readers sees no secret, no code and no person, and changes nothing', () =>
    judgeReadingRole(stack),
  );
  await judgeRotations(run, shop);
  await promise(run, 'after both changes everything works as before', lives);
  const others = await makeOthers(stack);
  await promise(run, 'with a wrong password, authority or name a service waits and says why', () =>
    judgeWrongServers(stack, others),
  );
  await promise(run, 'settings that cannot be meant end a service with 2, and it names the setting', () =>
    judgeWrongSettings(stack, others),
  );
  await promise(run, 'no log, page, title, help or error shows a password', () =>
    judgeLeaks(stack, services),
  );
  return [stream, await enableStream(stack, shop, 'test')];
};

const judgeRotations = async (run: Run, shop: Shop): Promise<void> => {
  const load = new Load(shop, run.rate);
  try {
    const note = async (text: string, rotate: (stack: SecuredStack, load: Load) => Promise<Rotated>) => {
      const { seen, faults } = await rotate(run.stack, load);
      run.verdicts.judge(text, faults.length === 0, [seen, ...faults].join('; '));
    };
    await note('every password of Kafka is changed under load, and no request fails', rotateKafka);
    await note('the password of Postgres is changed under load, and no request fails', rotatePostgres);
  } finally {
    await load.stop();
  }
};

const judgeAccess = async (run: Run, { rules }: Deployed, streams: readonly string[]): Promise<void> => {
  const [own = ''] = streams;
  const ofGrocer = { principal: `User:${grocer}`, resource: 'TOPIC', name: own, operations: ['WRITE'] };
  const table = [...rules, { ...ofGrocer, pattern: 'LITERAL' as const }];
  const note = (text: string, { tried, allowed, faults }: Tried): void => {
    const seen = `${tried.toString()} tried, ${allowed.toString()} allowed`;
    run.verdicts.judge(text, faults.length === 0 && allowed > 0, [seen, ...faults.slice(0, 5)].join('; '));
  };
  const topics = await tryTopics(run.stack, table, streams);
  note('every principal writes and reads the topics of its rules, and no other', topics);
  note('every principal joins the groups of its rules, and no other', await tryGroups(run.stack, table));
};
