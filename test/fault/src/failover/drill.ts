import { defineDrill, numberOption, onlyOption, runCases, seedOption } from '@loyalty/stack/drill';
import { holdsOnPart, type OnPart } from '../run-on-part.ts';
import type { VariantName } from '../set-back/variants/variants.ts';
import { StandbyPair, type Replication } from './standby-pair.ts';

const about = `
Each case starts a primary and a standby behind haproxy and a stack on them, loads it, kills the primary, points the address to
the standby, promotes it, and compares the acknowledged responses with the stored ones. Exit code 1: a promise was broken.`;

const titles = {
  cut: 'the standby lacks the last commits',
  campaign: 'the standby lacks a campaign and everything after it',
  synchronous: 'the standby has every commit',
} as const;

type CaseName = keyof typeof titles;

/** How the primary is lost, and the variant that runs beside the load. */
const cases: Readonly<
  Record<CaseName, { readonly replication: Replication; readonly variant: VariantName }>
> = {
  cut: { replication: 'cut', variant: 'plain' },
  campaign: { replication: 'cut', variant: 'campaign' },
  synchronous: { replication: 'synchronous', variant: 'plain' },
};

/** A primary is lost under load, and its standby promoted. */
export const drill = defineDrill({
  about,
  options: {
    receipts: numberOption(
      'how many are acknowledged after the standby stops following and before the primary is killed; 500 take about 2 s',
      500,
    ),
    seed: seedOption(),
    only: onlyOption(titles),
  },
  run: (values) => runCases(values, (name) => holds(name, values)),
});

/** Each case has servers and a stack of its own. */
const holds = (name: CaseName, load: OnPart['load']): Promise<boolean> => {
  const { replication, variant } = cases[name];
  return holdsOnPart({
    folder: 'failover',
    title: `${name}: ${titles[name]}; two servers`,
    variant,
    load,
    start: async (home) => {
      const part = await StandbyPair.start(home, replication);
      return { part, variables: { DATABASE_URL: part.url } };
    },
  });
};
