import { LoyaltyProblem, LoyaltyUnreachable, type Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { useSession } from '../../app/session.tsx';
import { firstMissing } from '../../model/api-keys.ts';
import { type Json, textsAt, valueAt } from '../../model/drafts/draft.ts';
import { faultAt } from '../../model/drafts/field-faults.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { DraftNumber, DraftText } from '../../parts/forms/draft-fields.tsx';
import { DraftOf, useDraft, useNewDraft } from '../../parts/forms/draft-state.tsx';
import { Form, useFaults } from '../../parts/forms/form.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { wordOf } from '../../words/index.ts';
import { keyWords } from '../../words/keys.ts';
import { EndField } from './end-field.tsx';
import { KeyShown } from './key-shown.tsx';
import { PermissionChoice } from './permission-choice.tsx';
import * as css from '../../styles/common.module.css';
import * as pageCss from './keys-page.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

const texts = keyWords.form;

interface CreateKeyProps {
  /** It is called with the id of the key that was made; null if none was. */
  readonly onClose: (keyId: string | null) => void;
}

/** Creates a key. The key that it shows is forgotten when it closes. */
export function CreateKey({ onClose }: CreateKeyProps) {
  const state = useNewDraft(() => ({ name: '', role: 'till' }));
  const write = useWrite('createApiKey', { invalidates: ['listApiKeys', 'getEnvironment'], isSecret: true });
  const made = write.data;
  if (made?.key !== undefined)
    return (
      <KeyShown
        text={made.key}
        onClose={() => {
          write.reset();
          onClose(made.id);
        }}
      />
    );
  // The API judges what is typed, so it is sent as it is.
  const args = { body: state.draft as unknown as Schemas['ApiKeyCreateBody'] };
  const close = () => onClose(null);
  return (
    <Dialog title={texts.title} isWide isOpen onClose={close}>
      <DraftOf {...state}>
        <Form
          error={write.error}
          pointers={['/name', '/role', '/permissions', '/expiresAt', '/rateLimitPerMinute']}
          isPending={write.isPending}
          submit={texts.submit}
          onSubmit={() => write.mutate(args)}
          onCancel={close}
          aside={<CodeButton operation="createApiKey" args={args} />}
        >
          <DraftText label={texts.name} hint={texts.nameHint} at="/name" empty="" />
          <WhatItMay />
          <div className={css.row2}>
            <EndField label={texts.expiresAt} hint={texts.expiresAtHint} />
            <DraftNumber label={texts.limit} hint={texts.limitHint} at="/rateLimitPerMinute" />
          </div>
          {isUnknown(write.error) ? <p className={`${css.small} ${css.warn}`}>{texts.unknown}</p> : null}
        </Form>
      </DraftOf>
    </Dialog>
  );
}

const isUnknown = (error: unknown): boolean =>
  (error instanceof LoyaltyUnreachable || error instanceof LoyaltyProblem) && error.isOutcomeUnknown;

/** A role, or permissions one by one: the API takes either. Who changes their mind twice finds the role as it was. */
function WhatItMay() {
  const { draft, set } = useDraft();
  const [role, setRole] = useState<Json>('till');
  const isListed = valueAt(draft, '/permissions') !== undefined;
  const catalogue = useOperation('listPermissions', {}, { staleMs: Infinity }).data;
  const { permissions: own } = useSession();
  return (
    <>
      <fieldset className={fieldCss.field}>
        <legend>{texts.which}</legend>
        <Segments
          label={texts.which}
          chosen={isListed ? 'permissions' : 'role'}
          options={[
            { value: 'role', text: texts.whichOnes.role },
            { value: 'permissions', text: texts.whichOnes.permissions },
          ]}
          onChoose={(which) => {
            if ((which === 'permissions') === isListed) return;
            if (which === 'permissions') setRole(valueAt(draft, '/role') ?? null);
            set('/role', which === 'role' ? role : undefined);
            set(
              '/permissions',
              which === 'role' ? undefined : ofRole(catalogue, valueAt(draft, '/role'), own),
            );
          }}
        />
        {isListed ? null : <Roles roles={catalogue?.roles ?? []} own={own} />}
      </fieldset>
      {isListed ? (
        <PermissionChoice
          label={texts.whichOnes.permissions}
          offered={(catalogue?.permissions ?? []).map(({ name }) => name)}
          chosen={textsAt(draft, '/permissions')}
          onChange={(chosen) => set('/permissions', chosen)}
          meanings={new Map(catalogue?.permissions.map(({ name, meaning }) => [name, meaning]))}
          whyNot={(permission) => (own.includes(permission) ? null : texts.youLack)}
        />
      ) : null}
    </>
  );
}

/** Begins with what the role has that somebody had chosen, as far as they may give it. */
const ofRole = (
  catalogue: Schemas['PermissionCatalogue'] | undefined,
  role: Json | undefined,
  own: readonly string[],
): readonly string[] =>
  (catalogue?.roles.find(({ name }) => name === role)?.permissions ?? []).filter((one) => own.includes(one));

interface RolesProps {
  readonly roles: readonly Schemas['NamedRole'][];
  readonly own: readonly string[];
}

/** Nobody gives what they lack: such a role says what is missing. */
function Roles({ roles, own }: RolesProps) {
  const { draft, set } = useDraft();
  const fault = faultAt(useFaults(), '/role');
  return (
    <>
      <div className={pageCss.roles} role="radiogroup" aria-label={texts.whichOnes.role}>
        {roles.map(({ name, meaning, permissions }) => {
          const missing = firstMissing(permissions, own);
          return (
            <label key={name} className={pageCss.role}>
              <input
                type="radio"
                name="/role"
                value={name}
                checked={valueAt(draft, '/role') === name}
                disabled={missing !== null}
                onChange={() => set('/role', name)}
              />
              <span className={css.stackTight}>
                <b>{wordOf(keyWords.roles, name)}</b>
                <small className={`${css.muted} ${css.below}`}>{meaning}</small>
                {missing === null ? null : (
                  <small className={`${css.faint} ${css.below}`}>{texts.lacks(missing)}</small>
                )}
              </span>
            </label>
          );
        })}
      </div>
      <small className={fieldCss.fault} role="status">
        {fault}
      </small>
    </>
  );
}
