import { families } from './families.ts';
import type { Options } from './options.ts';
import type { Listed } from './run/run-attack.ts';

/** Returns the attacks that were asked for. Throws an Error that names an attack or a family that there is not. */
export const chooseAttacks = ({ only, family }: Pick<Options, 'family' | 'only'>): readonly Listed[] => {
  const all = Object.entries(families).flatMap(([name, attacks]) =>
    attacks.map((attack) => ({ family: name, attack })),
  );
  if (family !== null && !(family in families))
    throw new Error(`there is no family ${family}; there are ${Object.keys(families).join(', ')}`);
  const names = new Set(all.map(({ attack }) => attack.name));
  const unknown = only.filter((name) => !names.has(name));
  if (unknown.length > 0) throw new Error(`there is no attack ${unknown.join(', ')}: see --list`);
  return all.filter(
    (listed) =>
      (family === null || listed.family === family) &&
      (only.length === 0 || only.includes(listed.attack.name)),
  );
};

/** Formats the attacks as a list, family by family. */
export const listOf = (attacks: readonly Listed[]): string =>
  attacks
    .map(({ family, attack: { name, aimsAt, does, isLegalBecause } }) =>
      [`${family}/${name} (aims at ${aimsAt})`, `    ${does}`, `    Legal: ${isLegalBecause}`].join('\n'),
    )
    .join('\n');
