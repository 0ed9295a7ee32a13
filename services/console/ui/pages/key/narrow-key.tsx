import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { narrowingOf } from '../../model/api-keys.ts';
import { textAt, textsAt, valueAt } from '../../model/drafts/draft.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { DraftNumber, DraftText } from '../../parts/forms/draft-fields.tsx';
import { DraftOf, useDraft, useNewDraft } from '../../parts/forms/draft-state.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { keyWords } from '../../words/keys.ts';
import { EndField } from '../keys/end-field.tsx';
import { endText } from '../keys/key-texts.tsx';
import { PermissionChoice } from '../keys/permission-choice.tsx';
import { type KeyDialogProps, keyReads } from './key-dialog.ts';
import * as css from '../../styles/common.module.css';

const texts = keyWords.narrowing;

/** Restricts a key. What stays the same is not sent. */
export function NarrowKey({ apiKey, onClose }: KeyDialogProps) {
  const state = useNewDraft(() => ({ name: apiKey.name, permissions: apiKey.permissions }));
  const { draft } = state;
  const write = useWrite('narrowApiKey', {
    invalidates: keyReads,
    onDone: () => {
      toast({ title: texts.done, detail: texts.doneDetail });
      onClose();
    },
  });
  const body = narrowingOf(apiKey, {
    name: textAt(draft, '/name'),
    kept: textsAt(draft, '/permissions'),
    expiresAt: textAt(draft, '/expiresAt') || undefined,
    rateLimitPerMinute: valueAt(draft, '/rateLimitPerMinute') as number | string | undefined,
  });
  const args = { keyId: apiKey.id, body };
  return (
    <Dialog title={texts.title} about={texts.about} isWide isOpen onClose={onClose}>
      <DraftOf {...state}>
        <Form
          error={write.error}
          pointers={['/name', '/permissions', '/expiresAt', '/rateLimitPerMinute']}
          isPending={write.isPending}
          submit={texts.submit}
          canSubmit={Object.keys(body).length > 0}
          onSubmit={() => write.mutate(args)}
          onCancel={onClose}
          aside={<CodeButton operation="narrowApiKey" args={args} />}
        >
          <DraftText label={keyWords.form.name} at="/name" empty="" />
          <Kept apiKey={apiKey} />
          <div className={css.row2}>
            <EndField label={texts.expiresAt} hint={texts.expiresAtHint(endText(apiKey))} />
            <DraftNumber
              label={texts.limit}
              hint={texts.limitHint(limitText(apiKey.rateLimitPerMinute))}
              at="/rateLimitPerMinute"
            />
          </div>
        </Form>
      </DraftOf>
    </Dialog>
  );
}

const limitText = (limit: number | null): string =>
  limit === null ? keyWords.facts.standard : pointsText(limit);

function Kept({ apiKey: { permissions, usedPermissions } }: Pick<KeyDialogProps, 'apiKey'>) {
  const { draft, set } = useDraft();
  const catalogue = useOperation('listPermissions', {}, { staleMs: Infinity }).data;
  const keep = (kept: readonly string[]) => set('/permissions', kept);
  return (
    <div className={css.stack}>
      <p className={css.fills}>
        <button
          type="button"
          className={css.btn}
          data-small
          disabled={usedPermissions.length === 0}
          onClick={() => keep(permissions.filter((permission) => usedPermissions.includes(permission)))}
        >
          {texts.toUsed(pointsText(usedPermissions.length))}
        </button>
        <button
          type="button"
          className={css.btn}
          data-small
          data-kind="quiet"
          onClick={() => keep(permissions)}
        >
          {texts.all}
        </button>
        {usedPermissions.length === 0 ? (
          <span className={`${css.small} ${css.faint}`}>{texts.usedNone}</span>
        ) : null}
      </p>
      <PermissionChoice
        label={texts.permissions}
        offered={permissions}
        chosen={textsAt(draft, '/permissions')}
        onChange={keep}
        meanings={new Map(catalogue?.permissions.map(({ name, meaning }) => [name, meaning]))}
      />
    </div>
  );
}
