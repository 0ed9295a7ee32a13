import type { Schemas } from '@loyalty/client';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { CampaignNames, useCampaignsFor } from './campaigns-for.tsx';
import { segmentWords } from './words.ts';

interface DeleteSegmentProps {
  readonly segment: Schemas['Segment'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function DeleteSegment({ segment, isOpen, onClose }: DeleteSegmentProps) {
  const { id: segmentId, name, memberCount, etag } = segment;
  const navigate = useNavigate();
  const { campaigns } = useCampaignsFor(segmentId);
  const remove = useWrite('deleteSegment', {
    invalidates: ['listSegments', 'listCampaigns', 'listMemberSegments'],
    onDone: () => {
      toast({ title: segmentWords.deleted(shownText(name)) });
      void navigate({ to: '/segments', search: modeIn });
    },
  });
  return (
    <ConfirmDialog
      title={segmentWords.deleteTitle}
      about={
        <>
          {segmentWords.deleteAbout(pointsText(memberCount))}
          {campaigns.length === 0 ? null : <> {segmentWords.deleteOpens}</>}
          <CampaignNames campaigns={campaigns} />
        </>
      }
      typed={shownText(name)}
      submit={segmentWords.deleteSubmit}
      isOpen={isOpen}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ segmentId, ifMatch: etag })}
      onClose={onClose}
      aside={<CodeButton operation="deleteSegment" args={{ segmentId }} />}
    />
  );
}
