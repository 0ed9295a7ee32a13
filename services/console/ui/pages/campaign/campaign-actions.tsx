import { isProblem, type Schemas } from '@loyalty/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { modeIn, useMode } from '../../app/mode.ts';
import { changesOf } from '../../app/permissions.ts';
import { draftOf } from '../../model/campaigns/campaign-draft.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionMenu } from '../../parts/dialogs/action-menu.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { campaignPageWords as words, campaignWords } from '../../words/campaigns.ts';
import { wordOf, words as shared } from '../../words/index.ts';
import { useSegments } from '../campaign-form/programme-lists.ts';
import { SentenceLine } from './sentence-line.tsx';
import * as css from '../../styles/common.module.css';
import * as dialogCss from '../../parts/dialogs/dialog.module.css';
import * as formCss from '../../parts/forms/form.module.css';
import * as headCss from '../../parts/page/page-head.module.css';

interface ActionsProps {
  readonly campaign: Schemas['Campaign'];
}

type Opened = 'activate' | 'archive' | null;

/** The actions on a campaign. Those that can be undone are carried out immediately; the others ask first. */
export function CampaignActions({ campaign }: ActionsProps) {
  const { id: campaignId, state } = campaign;
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  return (
    <div className={headCss.acts}>
      <CodeButton operation="getCampaign" args={{ campaignId }} />
      {state === 'ARCHIVED' ? null : (
        <ActionButton
          operations={changesOf(campaign)}
          onClick={() =>
            void navigate({ to: '/campaigns/$campaignId/edit', params: { campaignId }, search: modeIn })
          }
        >
          {words.edit}
        </ActionButton>
      )}
      <PauseButtons campaign={campaign} />
      {state === 'DRAFT' ? (
        <ActionButton operations={['activateCampaign']} kind="main" onClick={() => setOpened('activate')}>
          {words.activate}
        </ActionButton>
      ) : null}
      <MoreActions campaign={campaign} onArchive={() => setOpened('archive')} />
      <ActivateDialog campaign={campaign} isOpen={opened === 'activate'} onClose={close} />
      <ArchiveDialog campaign={campaign} isOpen={opened === 'archive'} onClose={close} />
    </div>
  );
}

/** Says in words why the state of a campaign does not allow it. */
const toastRefusal = (error: unknown): void => {
  if (!isProblem(error, 'INVALID_STATE_TRANSITION')) {
    toastProblem(error);
    return;
  }
  const { from, reason } = error.context;
  toast({
    title: words.refused,
    detail:
      reason === undefined
        ? words.stateIs(wordOf(campaignWords.states, from))
        : wordOf(words.refusals, reason),
  });
};

const reads = ['listCampaigns', 'getCampaign', 'getBurnRate'] as const;

function PauseButtons({ campaign: { id: campaignId, state, etag } }: ActionsProps) {
  const pause = useWrite('pauseCampaign', { invalidates: reads });
  const resume = useWrite('resumeCampaign', { invalidates: reads });
  // What is taken back is what was done, and not what somebody else has changed since.
  const undone = (ifMatch: string | undefined): void => {
    resume.mutateAsync({ campaignId, ifMatch }).then(() => toast({ title: words.resumed }), toastRefusal);
  };
  const doPause = (ifMatch: string | undefined): void => {
    pause.mutateAsync({ campaignId, ifMatch }).then((paused) => {
      const onUndo = (): void => undone(paused.etag);
      toast({ title: words.paused, detail: words.pausedDetail, onUndo });
    }, toastRefusal);
  };
  const doResume = (): void => {
    resume.mutateAsync({ campaignId, ifMatch: etag }).then((resumed) => {
      const onUndo = (): void => doPause(resumed.etag);
      toast({ title: words.resumed, detail: words.activatedDetail, onUndo });
    }, toastRefusal);
  };
  if (state === 'ACTIVE')
    return (
      <ActionButton operations={['pauseCampaign']} isBusy={pause.isPending} onClick={() => doPause(etag)}>
        {words.pause}
      </ActionButton>
    );
  if (state !== 'PAUSED') return null;
  return (
    <ActionButton operations={['resumeCampaign']} kind="main" isBusy={resume.isPending} onClick={doResume}>
      {words.resume}
    </ActionButton>
  );
}

function MoreActions({ campaign, onArchive }: ActionsProps & { readonly onArchive: () => void }) {
  const { id, state } = campaign;
  const mode = useMode();
  const navigate = useNavigate();
  const other = mode === 'live' ? 'test' : 'live';
  const archive = {
    text: words.archive,
    operations: ['archiveCampaign'],
    isDanger: true,
    onClick: onArchive,
  } as const;
  const copies = [
    {
      text: words.clone,
      operations: ['createCampaign'],
      onClick: () =>
        void navigate({ to: '/campaigns/new', search: (search) => ({ copy: id, ...modeIn(search) }) }),
    },
    {
      text: words.copyTo[other],
      operations: ['createCampaign'],
      onClick: () =>
        void navigate({
          to: '/campaigns/new',
          search: { copy: id, of: mode, ...(other === 'test' ? { mode: other } : {}) },
        }),
    },
  ] as const;
  return <ActionMenu label={words.more} actions={state === 'ARCHIVED' ? copies : [...copies, archive]} />;
}

interface DialogProps extends ActionsProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function ActivateDialog({ campaign, isOpen, onClose }: DialogProps) {
  const { segments } = useSegments();
  const activate = useWrite('activateCampaign', { invalidates: reads });
  const confirm = (): void => {
    activate
      .mutateAsync({ campaignId: campaign.id, ifMatch: campaign.etag })
      .then(() => toast({ title: words.activated, detail: words.activatedDetail }), toastRefusal);
    onClose();
  };
  return (
    <Dialog title={words.activateTitle} about={words.activateAbout} isOpen={isOpen} onClose={onClose}>
      <div className={`${dialogCss.body} ${css.stack}`}>
        <SentenceLine draft={draftOf(campaign)} segments={segments} />
        <footer className={formCss.acts}>
          <button type="button" className={`${css.btn} ${css.push}`} onClick={onClose}>
            {shared.cancel}
          </button>
          <button type="button" className={css.btn} data-kind="main" onClick={confirm}>
            {words.activateNow}
          </button>
        </footer>
      </div>
    </Dialog>
  );
}

function ArchiveDialog({ campaign, isOpen, onClose }: DialogProps) {
  const archive = useWrite('archiveCampaign', {
    invalidates: reads,
    onDone: () => {
      toast({ title: words.archived });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={words.archiveTitle}
      about={words.archiveAbout}
      typed={campaign.name}
      submit={words.archiveNow}
      isOpen={isOpen}
      isPending={archive.isPending}
      error={archive.error}
      onConfirm={() => archive.mutate({ campaignId: campaign.id, ifMatch: campaign.etag })}
      onClose={onClose}
    />
  );
}
