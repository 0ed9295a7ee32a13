import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { shownText } from '../../../model/shown-text.ts';
import { SelectField } from '../../../parts/forms/field.tsx';
import { campaignFormWords as words } from '../words.ts';
import * as css from '../../../styles/common.module.css';

interface Tiers {
  /** Names of the tiers that make the campaign exclusive where it comes from. */
  readonly names: readonly string[];
  readonly ours: readonly Schemas['Tier'][];
}

/** Stands for no tier: the campaign is open to everybody. */
const nobody = 'none';

/**
 * Returns the tiers of this environment to which a copy will be exclusive, matched by name; somebody must
 * choose for a tier without a match.
 */
export const useExclusive = ({ names, ours }: Tiers) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const tierOf = (name: string): string => chosen[name] ?? ours.find((tier) => tier.name === name)?.id ?? '';
  const ids = names.map(tierOf);
  return {
    tierOf,
    choose: (name: string, tierId: string): void => setChosen((before) => ({ ...before, [name]: tierId })),
    tierIds: [...new Set(ids.filter((id) => id !== '' && id !== nobody))],
    areTiersChosen: !ids.includes(''),
  };
};

interface ExclusiveProps extends Tiers {
  readonly tierOf: (name: string) => string;
  readonly onChoose: (name: string, tierId: string) => void;
}

export function ExclusiveFields({ names, ours, tierOf, onChoose }: ExclusiveProps) {
  if (names.length === 0) return null;
  const tiers = ours.map(({ id, name }) => ({ value: id, text: shownText(name) }));
  const options = [{ value: '', text: words.chooseTier }].concat(tiers, {
    value: nobody,
    text: words.forEverybody,
  });
  return (
    <section className={css.card} aria-label={words.exclusive}>
      <header>
        <h2>{words.exclusive}</h2>
        <span className={`${css.small} ${css.faint}`}>{words.exclusiveAbout}</span>
      </header>
      <div className={`${css.pad} ${css.row2}`}>
        {names.map((name) => (
          <SelectField
            key={name}
            label={words.exclusiveThere(shownText(name))}
            value={tierOf(name)}
            options={options}
            fault={tierOf(name) === '' ? words.tierNotHere(shownText(name)) : null}
            onChange={(tierId) => onChoose(name, tierId)}
          />
        ))}
      </div>
    </section>
  );
}
