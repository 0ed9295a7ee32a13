import type { Schemas } from '@loyalty/client';
import { type ReactNode, useState } from 'react';
import { judgedGroups, filterByName } from '../../model/campaigns/judged-groups.ts';
import { campaignWords } from '../../words/campaigns.ts';
import { wordOf } from '../../words/index.ts';
import { judgedWords as words } from '../../words/judged.ts';
import { TextField } from '../forms/field.tsx';
import * as own from './judged-list.module.css';

type Campaign = Schemas['ExplainedCampaign'];

interface JudgedListProps {
  readonly campaigns: readonly Campaign[];
  /** How many checks a campaign passed that failed for this reason. */
  readonly passedChecks: (reason: string) => number;
  readonly row: (campaign: Campaign) => ReactNode;
  readonly className?: string;
}

/** Lists campaigns that were judged for a basket: what concerns it first, the rest in lines that open. */
export function JudgedList({ campaigns, passedChecks, row, className }: JudgedListProps) {
  const [letters, setLetters] = useState('');
  const { shown, rest } = judgedGroups(campaigns, passedChecks);
  if (rest.length === 0) return <ul className={className}>{shown.map(row)}</ul>;
  const isFiltered = letters.trim() !== '';
  const found = isFiltered ? filterByName(campaigns, letters) : shown;
  return (
    <>
      <div className={own.filter}>
        <TextField
          label={words.filter}
          isLabelHidden
          placeholder={words.filter}
          value={letters}
          onChange={setLetters}
        />
      </div>
      <ul className={className}>{found.map(row)}</ul>
      {isFiltered
        ? null
        : rest.map((group) => (
            <details key={group.reason} className={own.group}>
              <summary>
                {words.group(group.campaigns.length, wordOf(campaignWords.reasons, group.reason))}
              </summary>
              <ul className={className}>{group.campaigns.map(row)}</ul>
            </details>
          ))}
    </>
  );
}
