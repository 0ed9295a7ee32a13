import type { Schemas } from '@loyalty/client';

export type SetupStep = 'timeZone' | 'phoneCountry' | 'pointValue' | 'tiers' | 'campaign' | 'key' | 'webhook';

/** A part is undefined until it was read, or if the person may not read it. */
export interface SetupState {
  readonly settings?: Pick<Schemas['Settings'], 'timeZone' | 'phoneCountry' | 'pointValueCents'> | undefined;
  readonly tiers?: readonly unknown[] | undefined;
  readonly campaigns?: readonly unknown[] | undefined;
  readonly keys?: readonly unknown[] | undefined;
  readonly webhooks?: readonly unknown[] | undefined;
}

/** A new environment has this value of a point until somebody sets another one. */
const unsetValueCents = 1;

/** Returns the steps that are known, in the order in which people take them, and which of them are done. */
export const setupSteps = ({
  settings,
  tiers,
  campaigns,
  keys,
  webhooks,
}: SetupState): readonly { readonly step: SetupStep; readonly isDone: boolean }[] => {
  const hasSome = (list: readonly unknown[] | undefined) => list && list.length > 0;
  const done: Readonly<Record<SetupStep, boolean | undefined>> = {
    timeZone: settings && settings.timeZone !== null,
    phoneCountry: settings && settings.phoneCountry !== null,
    pointValue: settings && settings.pointValueCents !== unsetValueCents,
    tiers: hasSome(tiers),
    campaign: hasSome(campaigns),
    key: hasSome(keys),
    webhook: hasSome(webhooks),
  };
  return Object.entries(done).flatMap(([step, isDone]) =>
    isDone === undefined ? [] : [{ step: step as SetupStep, isDone }],
  );
};
