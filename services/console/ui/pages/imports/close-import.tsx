import { isProblem, type Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { changeText, pointsText } from '../../model/numbers/figures.ts';
import { typedNumber } from '../../model/numbers/typed-number.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { importWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './import-page.module.css';

interface CloseImportProps {
  readonly source: string;
  readonly onClose: () => void;
}

/** Asks for what somebody counted in their file, which must be what the import has brought in. */
export function CloseImport({ source, onClose }: CloseImportProps) {
  const [members, setMembers] = useState('');
  const [points, setPoints] = useState('');
  const texts = importWords.closing;
  const close = useWrite('closeImport', {
    invalidates: ['getImport', 'listImports', 'listSegments'],
    onDone: () => {
      toast({ title: texts.done(source), detail: texts.doneDetail });
      onClose();
    },
  });
  const counted = { members: wholeOf(members), points: wholeOf(points) };
  const args = { source, body: { members: counted.members ?? 0, points: counted.points ?? 0 } };
  const differs = isProblem(close.error, 'IMPORT_INCOMPLETE') ? close.error.context : null;
  return (
    <Dialog title={texts.title} about={texts.about} isOpen onClose={onClose}>
      <Form
        error={differs === null ? close.error : null}
        pointers={['/members', '/points']}
        isPending={close.isPending}
        submit={texts.submit}
        canSubmit={counted.members !== null && counted.points !== null}
        onSubmit={() => close.mutate(args)}
        onCancel={onClose}
        aside={<CodeButton operation="closeImport" args={args} />}
      >
        <CountField label={texts.members} pointer="/members" text={members} onChange={setMembers} />
        <CountField label={texts.points} pointer="/points" text={points} onChange={setPoints} />
        {differs === null ? null : <Differs {...differs} />}
      </Form>
    </Dialog>
  );
}

interface CountFieldProps {
  readonly label: string;
  readonly pointer: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function CountField({ label, pointer, text, onChange }: CountFieldProps) {
  const fault = text.trim() === '' || wholeOf(text) !== null ? null : importWords.closing.notWhole;
  return (
    <TextField
      label={label}
      pointer={pointer}
      inputMode="numeric"
      fault={fault}
      value={text}
      onChange={onChange}
    />
  );
}

const wholeOf = (text: string): number | null => {
  const read = typedNumber(text);
  return read !== null && Number.isSafeInteger(read) && read >= 0 ? read : null;
};

/** Shows what was counted next to what the import has. */
function Differs({ expected, members, points }: Schemas['ImportIncompleteContext']) {
  const texts = importWords.differs;
  return (
    <div className={own.differs} role="alert">
      <b>{texts.title}</b>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{importWords.members}</th>
            <th scope="col">{importWords.points}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{texts.counted}</th>
            <td>{pointsText(expected.members)}</td>
            <td>{pointsText(expected.points)}</td>
          </tr>
          <tr>
            <th scope="row">{texts.imported}</th>
            <td>{pointsText(members)}</td>
            <td>{pointsText(points)}</td>
          </tr>
          <tr>
            <th scope="row">{texts.difference}</th>
            <td>{changeText(members - expected.members)}</td>
            <td>{changeText(points - expected.points)}</td>
          </tr>
        </tbody>
      </table>
      <p className={css.small}>{texts.advice}</p>
    </div>
  );
}
