import { numberOption, onlyOption, seedOption, type ValuesOf } from '@loyalty/stack/drill';

export const cases = {
  killed: 'a broker gets SIGKILL and is started again after 20 s',
  frozen: 'a broker gets SIGSTOP for 20 s',
  leaderless: 'a partition of loyalty.facts has no leader for 20 s',
  replies:
    'the broker that leads the reply partition of one of two ingresses gets SIGKILL and is started again after 20 s',
  'frozen-replies': 'the broker that leads the reply partition of one of two ingresses gets SIGSTOP for 20 s',
  stopped: 'a broker gets SIGTERM and is started again after 20 s',
  away: 'all brokers stop, then every service gets SIGTERM and must end within 15 s with exit code 0',
} as const;

export type CaseName = keyof typeof cases;

/** These have two ingresses, and strike what the others spare. */
export const isOfReplies = (name: CaseName): boolean => name === 'replies' || name === 'frozen-replies';

export const options = {
  rate: numberOption('operations a second', 20),
  seed: seedOption(),
  only: onlyOption(cases),
};

export type BrokersOptions = ValuesOf<typeof options>;
