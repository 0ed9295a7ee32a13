import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';
import { words } from '../../words/index.ts';
import type { RuleWords } from './rule-text.ts';
import { segmentWords } from './words.ts';

/** Tiers change seldom. */
const rarelyMs = 60_000;

export const useTiers = (): readonly Schemas['Tier'][] =>
  useOperation('listTiers', {}, { staleMs: rarelyMs }).data?.tiers ?? [];

/** Returns the words of rules, with the names of tiers. */
export const useRuleWords = (): RuleWords => {
  const tiers = useTiers();
  const { fields, ops, choiceOps, and, or, editor } = segmentWords;
  return {
    fields,
    ops,
    choiceOps,
    and,
    or,
    states: words.states,
    noTier: editor.noTier,
    tierOf: (id) => tiers.find((tier) => tier.id === id)?.name ?? id,
  };
};
