import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { modeIn } from '../../app/mode.ts';
import { changesOf } from '../../app/permissions.ts';
import { isSameJson, type JsonObject, textAt } from '../../model/drafts/draft.ts';
import { shownText } from '../../model/shown-text.ts';
import { clockText } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Name } from '../../parts/names/name.tsx';
import { usePageTitle } from '../../parts/page/page-head.tsx';
import { campaignWords } from '../../words/campaigns.ts';
import { words as shared } from '../../words/index.ts';
import { SentenceLine } from '../campaign/sentence-line.tsx';
import { campaignFormWords as words } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as dialogCss from '../../parts/dialogs/dialog.module.css';
import * as formCss from '../../parts/forms/form.module.css';
import * as own from './campaign-form.module.css';
import * as headCss from '../../parts/page/page-head.module.css';

interface HeadProps {
  readonly draft: JsonObject;
  readonly before: JsonObject;
  readonly record: Schemas['Campaign'] | null;
  readonly segments: readonly Schemas['Segment'][] | undefined;
  readonly isSaving: boolean;
  readonly onSave: (isActivating: boolean) => Promise<void>;
}

export function FormHead(props: HeadProps) {
  const { draft, record } = props;
  const typed = textAt(draft, '/name');
  const title = typed === '' ? words.newTitle : shownText(typed);
  const heading = usePageTitle(record === null ? words.newTitle : words.editTitle(shownText(record.name)));
  return (
    <header className={headCss.head}>
      <div className={headCss.text}>
        <p className={headCss.crumb}>
          <Link className={css.link} to="/campaigns" search={modeIn}>
            {campaignWords.title}
          </Link>
          <span aria-hidden>{shared.slash}</span>
          {record === null ? (
            words.new
          ) : (
            <>
              <Link
                className={css.link}
                to="/campaigns/$campaignId"
                params={{ campaignId: record.id }}
                search={modeIn}
              >
                <Name text={record.name} />
              </Link>
              <span aria-hidden>{shared.slash}</span>
              {words.edit}
            </>
          )}
        </p>
        <h1 ref={heading} tabIndex={-1} className={css.wrap}>
          <bdi>{title}</bdi>
        </h1>
      </div>
      <Actions {...props} />
    </header>
  );
}

function Actions({ draft, before, record, segments, isSaving, onSave }: HeadProps) {
  const [isOpen, setOpen] = useState(false);
  const isDraft = record === null || record.state === 'DRAFT';
  const close = (): void => setOpen(false);
  return (
    <div className={headCss.acts}>
      <span className={`${own.saved} ${css.small} ${css.faint}`} role="status">
        {savedText(record, isSameJson(before, draft))}
      </span>
      <CodeButton operation="createCampaign" args={{ body: draft as never }} />
      <ActionButton
        operations={record === null ? ['createCampaign'] : changesOf(record)}
        {...(isDraft ? {} : { kind: 'main' as const })}
        isBusy={isSaving}
        onClick={() => void onSave(false)}
      >
        {isDraft ? words.save : words.saveChanges}
      </ActionButton>
      {isDraft ? (
        <ActionButton
          operations={['createCampaign', 'activateCampaign']}
          kind="main"
          isBusy={isSaving}
          onClick={() => setOpen(true)}
        >
          {words.activate}
        </ActionButton>
      ) : null}
      <Dialog title={words.activateTitle} about={words.activateAbout} isOpen={isOpen} onClose={close}>
        <div className={`${dialogCss.body} ${css.stack}`}>
          <SentenceLine draft={draft} segments={segments} />
          <footer className={formCss.acts}>
            <button type="button" className={`${css.btn} ${css.push}`} onClick={close}>
              {shared.cancel}
            </button>
            <button
              type="button"
              className={css.btn}
              data-kind="main"
              onClick={() => {
                close();
                void onSave(true);
              }}
            >
              {words.activateNow}
            </button>
          </footer>
        </div>
      </Dialog>
    </div>
  );
}

const savedText = (record: Schemas['Campaign'] | null, isSame: boolean): string => {
  if (record === null) return words.notSaved;
  if (!isSame) return words.changed;
  return record.state === 'DRAFT' ? words.draftSaved(clockText(record.updatedAt)) : words.unchanged;
};
