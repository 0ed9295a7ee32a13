import type { Alert, RuleGroup } from './alerts/alert.ts';
import { availability } from './alerts/availability.ts';
import { books } from './alerts/books.ts';
import { database } from './alerts/database.ts';
import { dependencies } from './alerts/dependencies.ts';
import { partners } from './alerts/partners.ts';
import { processes } from './alerts/processes.ts';
import { publishing } from './alerts/publishing.ts';
import { streams } from './alerts/streams.ts';
import { burnGroupOf } from './burn-rates.ts';
import { objectives } from './objectives.ts';

/** Every rule, in the order of the file: what callers see first, then causes. */
export const ruleGroups: readonly RuleGroup[] = [
  ...objectives.map(burnGroupOf),
  availability,
  streams,
  publishing,
  database,
  dependencies,
  processes,
  books,
  partners,
];

export const alerts: readonly Alert[] = ruleGroups.flatMap((group) => group.alerts);
