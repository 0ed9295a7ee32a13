import type { Schemas } from '@loyalty/client';
import type { CsvColumn } from '../../model/csv.ts';
import { centsField } from '../../model/numbers/typed-number.ts';
import { campaignWords as words } from '../../words/campaigns.ts';
import { exportWords } from '../../words/export.ts';

const { heads } = exportWords;

/** Programs read amounts with a point, whatever the locale. */
const money = (cents: number | null | undefined): string => centsField(cents, 'en');

/** The columns of exported campaigns. */
export const campaignColumns: readonly CsvColumn<Schemas['Campaign']>[] = [
  { head: heads.id, value: ({ id }) => id },
  { head: words.name, value: ({ name }) => name },
  { head: words.state, value: ({ state }) => state },
  { head: heads.from, value: ({ startDate }) => startDate },
  { head: heads.until, value: ({ endDate }) => endDate },
  { head: heads.awards7, value: ({ lastSevenDays }) => lastSevenDays?.awards ?? null },
  { head: words.points7, value: ({ lastSevenDays }) => lastSevenDays?.pointsEarned ?? null },
  { head: words.cost7, value: ({ lastSevenDays }) => money(lastSevenDays?.costCents) },
  { head: words.budget, value: ({ maxBudgetCents }) => money(maxBudgetCents) },
  { head: heads.spent, value: ({ spentCents }) => money(spentCents) },
  { head: heads.created, value: ({ createdAt }) => createdAt },
];
