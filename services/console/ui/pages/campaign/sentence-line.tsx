import type { Schemas } from '@loyalty/client';
import { Fragment } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { sentenceOf } from '../../model/campaigns/sentence-of.ts';
import { namesTier } from '../../model/campaigns/sentence-texts.ts';
import type { JsonObject } from '../../model/drafts/draft.ts';
import * as css from '../../styles/common.module.css';
import * as own from './campaign-page.module.css';

/** Tiers change seldom. */
const rarelyMs = 60_000;

interface SentenceProps {
  readonly draft: JsonObject;
  readonly segments: readonly Schemas['Segment'][] | undefined;
  /** Names of segments and tiers of another environment, by their ids. */
  readonly foreign?: ReadonlyMap<string, string>;
  /** Whether readers hear of it when it changes. */
  readonly isLive?: boolean;
}

/** Shows what a campaign does, in a sentence that follows the form. */
export function SentenceLine({ draft, segments = [], foreign, isLive = false }: SentenceProps) {
  const names = new Map(segments.map(({ id, name }) => [id, name]));
  const isEnabled = namesTier(draft['conditions']);
  const tiers = useOperation('listTiers', {}, { staleMs: rarelyMs, isEnabled }).data?.tiers ?? [];
  const parts = sentenceOf(draft, {
    segment: (id) => names.get(id) ?? foreign?.get(id) ?? null,
    // Without the permission to read tiers their ids are shown.
    tier: (id) => tiers.find((tier) => tier.id === id)?.name ?? foreign?.get(id) ?? null,
  });
  return (
    <p className={`${own.sentence} ${css.wrap}`} aria-live={isLive ? 'polite' : undefined}>
      {parts.map(({ text, isStrong }, at) => (
        <Fragment key={at.toString()}>{isStrong ? <b>{text}</b> : text}</Fragment>
      ))}
    </p>
  );
}
