import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { words } from '../../words/index.ts';
import { problemTexts } from '../page/problem.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './toasts.module.css';

const manager = Toast.createToastManager();

interface Note {
  readonly title: string;
  readonly detail?: string;
  /** Takes back what was just done. */
  readonly onUndo?: () => void;
  /** These are the buttons and links for the next step. */
  readonly next?: { readonly text: string; readonly onClick: () => void };
}

/** Shows at the edge of the page what was done. */
export const toast = ({ title, detail, onUndo, next }: Note): void => {
  const act = onUndo === undefined ? next : { text: words.undo, onClick: onUndo };
  const id = manager.add({
    title,
    description: detail,
    timeout: act === undefined ? 5_000 : 12_000,
    ...(act === undefined
      ? {}
      : {
          actionProps: {
            children: act.text,
            onClick: () => {
              manager.close(id);
              act.onClick();
            },
          },
        }),
  });
};

/** Shows at the edge of the page what could not be done, if no form is open that shows it. */
export const toastProblem = (error: unknown): void => {
  const { title, detail, requestId } = problemTexts(error);
  const id = requestId === null ? '' : ` ${words.problem.requestId} ${requestId}`;
  manager.add({ title, description: `${detail}${id}`, type: 'bad', priority: 'high', timeout: 0 });
};

/** Shows the toasts. It is around the frame, once. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className={own.toasts}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((one) => (
    <Toast.Root key={one.id} toast={one} className={own.toast} data-tone={one.type}>
      <Toast.Content className={own.content}>
        <div className={own.text}>
          <Toast.Title className={css.strong} />
          <Toast.Description className={css.small} />
        </div>
        <Toast.Action className={css.btn} data-small />
        <Toast.Close className={css.copy} aria-label={words.close}>
          <X size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
