import type { EarningRule } from '../../model/campaign.ts';

/** The earning rule of one type. */
export type RuleOf<Type extends EarningRule['type']> = Extract<EarningRule, { readonly type: Type }>;
