import type { Schemas } from '@loyalty/client';
import { Link, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { modeIn } from '../../../app/mode.ts';
import { type MemberTab, memberTabs } from '../search.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { memberWords } from '../words.ts';
import { Consents } from './member-consents.tsx';
import { Events } from './member-events.tsx';
import { Figures } from './member-figures.tsx';
import { Ledger } from './member-ledger.tsx';
import { Receipts } from './member-receipts.tsx';
import { RewardList } from './member-rewards.tsx';
import * as css from '../../../styles/common.module.css';
import * as tabsCss from './tabs.module.css';

type Member = Schemas['Member'];

const panels: Readonly<Record<MemberTab, ComponentType<{ readonly member: Member }>>> = {
  ledger: Ledger,
  timeline: Timeline,
  receipts: Receipts,
  rewards: RewardList,
  events: Events,
  consents: Consents,
  figures: Figures,
};

/** Rewards and statistics of a merged member are the other member's. */
const tabsOf = ({ state }: Member): readonly MemberTab[] =>
  state === 'merged' ? memberTabs.filter((tab) => tab !== 'rewards' && tab !== 'figures') : memberTabs;

/** The tabs of a member. Each is read when it is opened, and not before. */
export function MemberTabs({ member }: { readonly member: Member }) {
  const search = useSearch({ from: '/members/$memberId' });
  const tabs = tabsOf(member);
  const tab = tabs.find((one) => one === search.tab) ?? 'ledger';
  const Panel = panels[tab];
  return (
    <section className={css.card} aria-label={memberWords.tabs[tab]}>
      <nav className={tabsCss.tabs} aria-label={memberWords.tabsLabel}>
        {tabs.map((one) => (
          <Link
            key={one}
            from="/members/$memberId"
            search={(search) =>
              one === tab ? search : { ...modeIn(search), ...(one === 'ledger' ? {} : { tab: one }) }
            }
            activeOptions={{ exact: true, includeSearch: true }}
            resetScroll={false}
            preload={false}
          >
            {memberWords.tabs[one]}
          </Link>
        ))}
      </nav>
      <Panel member={member} />
    </section>
  );
}
