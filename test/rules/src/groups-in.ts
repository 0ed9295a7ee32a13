import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A file of rules, as far as it is read here. */
interface RulesFile {
  readonly groups: readonly { readonly name: string }[];
}

/** The groups of a file of rules by their names, each as a file of its own, in JSON, which is YAML. */
export const groupsIn = (path: string): ReadonlyMap<string, string> => {
  const { groups } = parse(readFileSync(path, 'utf8')) as RulesFile;
  return new Map(groups.map((group) => [group.name, JSON.stringify({ groups: [group] })]));
};
