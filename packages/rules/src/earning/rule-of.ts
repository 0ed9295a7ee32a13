import type { EarningRule } from '../model.ts';

/** The earning rule of one type. */
export type RuleOf<Type extends EarningRule['type']> = Extract<EarningRule, { readonly type: Type }>;
