import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { modeIn } from '../../app/mode.ts';
import { draftOf } from '../../model/campaigns/campaign-draft.ts';
import { ruleSentenceOf } from '../../model/campaigns/sentence-of.ts';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { dayText } from '../../model/times/times.ts';
import { BudgetMeter } from '../../parts/charts/budget-meter.tsx';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { CampaignState } from '../../parts/names/campaign-state.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { campaignWords as words } from '../../words/campaigns.ts';
import { groupWords } from '../../words/groups.ts';
import * as css from '../../styles/common.module.css';
import * as own from './campaigns-page.module.css';

type Campaign = Schemas['Campaign'];

const columns: readonly Column<Campaign>[] = [
  { head: words.name, width: '36%', phone: 'line', cell: (campaign) => <CampaignName campaign={campaign} /> },
  { head: words.state, cell: (campaign) => <CampaignState campaign={campaign} /> },
  {
    head: words.when,
    className: `${css.small} ${css.muted} ${own.when}`,
    cell: (campaign) => whenText(campaign),
  },
  {
    head: words.points7,
    isRight: true,
    phone: 'none',
    className: css.num,
    cell: ({ lastSevenDays }) => pointsText(lastSevenDays?.pointsEarned ?? 0),
  },
  {
    head: words.cost7,
    isRight: true,
    phone: 'none',
    className: css.num,
    cell: ({ lastSevenDays }) => centsText(lastSevenDays?.costCents ?? 0),
  },
  {
    head: words.budget,
    width: '200px',
    phone: 'line',
    cell: (campaign) => <BudgetMeter campaign={campaign} />,
  },
];

export function CampaignsTable({ campaigns }: { readonly campaigns: readonly Campaign[] }) {
  return <Table columns={columns} rows={campaigns} keyOf={({ id }) => id} className={own.campaigns} />;
}

function CampaignName({ campaign }: { readonly campaign: Campaign }) {
  const { id, name, warnings } = campaign;
  return (
    <>
      <Link to="/campaigns/$campaignId" params={{ campaignId: id }} search={modeIn} className={own.link}>
        <Name text={name} className={css.strong} />
        {warnings.length === 0 ? null : (
          <Chip tone="warn">
            <TriangleAlert size={12} /> {words.warnings(warnings.length)}
          </Chip>
        )}
      </Link>
      <Name text={ruleText(campaign)} className={`${css.small} ${css.faint}`} />
    </>
  );
}

const ruleText = (campaign: Campaign): string => {
  const { exclusiveGroup } = campaign;
  const rule = ruleSentenceOf(draftOf(campaign));
  return exclusiveGroup === null ? rule : groupWords.oneOf(rule, groupWords.named(exclusiveGroup));
};

const whenText = ({ startDate, endDate }: Campaign): string => {
  if (startDate === null) return endDate === null ? words.always : words.until(dayText(endDate));
  const from = dayText(startDate);
  return endDate === null ? words.from(from) : words.fromTo(from, dayText(endDate));
};
