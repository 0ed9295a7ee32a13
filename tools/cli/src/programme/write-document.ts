import { stringify } from 'yaml';
import { type Content, entityKinds, type FoundProgramme, listNames } from './programme.ts';

const heading =
  '# The programme of an environment, by `loyaltyctl programme pull`. `loyaltyctl programme apply` brings it to another one.\n';

/** Returns the document of what was read: the same bytes for the same programme. */
export const documentTextOf = (found: FoundProgramme): string => {
  const sections = entityKinds.map((kind) => {
    const alive = [...found.entities[kind].values()].filter(({ state }) => state !== 'ARCHIVED');
    const byKey = alive.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    return [listNames[kind], byKey.map(({ content }) => content)] as const;
  });
  const document: Content = { settings: found.settings.content, ...Object.fromEntries(sections) };
  // Lines are never folded, so a change of one word changes one line.
  return heading + stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
};
