import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useLoyalty } from '../../api/client.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { shownCurrency } from '../../model/numbers/currency.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { AreaField, TextField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { type BasketFields, type LineFields, noLine, readBasket } from './basket.ts';
import { whyWords as words } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './why-page.module.css';
import * as dialogCss from '../../parts/dialogs/dialog.module.css';

interface BasketFormProps {
  readonly first: BasketFields;
  /** This is the reference of the receipt that the basket stands for. */
  readonly receipt?: string | undefined;
  readonly onDone?: () => void;
}

/**
 * The form of a basket. Once the basket is explained, it is in the address; a fault is shown at its field.
 */
export function BasketForm({ first, receipt, onDone }: BasketFormProps) {
  const [fields, setFields] = useState(first);
  const [hasTried, setTried] = useState(false);
  const { basket, faults } = readBasket(fields);
  const explain = useJudging(receipt, onDone);
  const change = (changed: Partial<BasketFields>): void => setFields({ ...fields, ...changed });
  const faultOf: FaultOf = (pointer, text) => (hasTried && faults.has(pointer) ? text : null);
  return (
    <div className={onDone === undefined ? css.pad : dialogCss.body}>
      <Form
        error={explain.error}
        pointers={pointersOf(fields.lines.length)}
        isPending={explain.isPending}
        submit={words.judge}
        onSubmit={() => {
          setTried(true);
          if (faults.size === 0) explain.mutate({ body: basket });
        }}
        aside={<CodeButton operation="explainTransaction" args={{ body: basket }} />}
      >
        <Parts fields={fields} faultOf={faultOf} onChange={change} />
        <Lines lines={fields.lines} faultOf={faultOf} onChange={(lines) => change({ lines })} />
      </Form>
    </div>
  );
}

/** What was judged is shown without being asked for again. */
const useJudging = (receipt: string | undefined, onDone: (() => void) | undefined) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { tenantId, mode } = useLoyalty();
  return useWrite('explainTransaction', {
    invalidates: [],
    onDone: (explained, { body }) => {
      queries.setQueryData([tenantId, mode, 'explainTransaction', { body }], explained);
      onDone?.();
      const shown = { basket: body, ...(receipt === undefined ? {} : { receipt }) };
      void navigate({ to: '/why', search: (search) => ({ ...shown, ...modeIn(search) }) });
    },
  });
};

type FaultOf = (pointer: string, text: string) => string | null;

interface PartsProps {
  readonly fields: BasketFields;
  readonly faultOf: FaultOf;
  readonly onChange: (changed: Partial<BasketFields>) => void;
}

/** What all of the basket has. */
function Parts({ fields, faultOf, onChange }: PartsProps) {
  const change = (name: keyof BasketFields) => (text: string) => onChange({ [name]: text });
  return (
    <>
      <TextField
        label={words.member}
        hint={words.memberHint}
        pointer="/memberRef"
        isMono
        value={fields.memberRef}
        onChange={change('memberRef')}
      />
      <div className={own.fields}>
        <TextField
          label={words.amount}
          pointer="/amount"
          inputMode="decimal"
          fault={faultOf('/amount', words.amountFault)}
          value={fields.amount}
          onChange={change('amount')}
        />
        <TextField
          label={words.currency}
          pointer="/currency"
          placeholder={shownCurrency()}
          value={fields.currency}
          onChange={change('currency')}
        />
        <TextField
          label={words.store}
          pointer="/storeRef"
          isMono
          value={fields.storeRef}
          onChange={change('storeRef')}
        />
        <TextField
          label={words.boughtAt}
          hint={words.boughtHint}
          pointer="/occurredAt"
          type="datetime-local"
          value={fields.occurredAt}
          onChange={change('occurredAt')}
        />
      </div>
      <AreaField
        label={words.attributes}
        hint={words.attributesHint}
        pointer="/attributes"
        rows={2}
        isMono
        value={fields.attributes}
        onChange={change('attributes')}
      />
    </>
  );
}

const lineParts = ['sku', 'quantity', 'unitPrice', 'categories', 'amount'] as const;

const pointersOf = (lines: number): readonly string[] =>
  ['/memberRef', '/amount', '/currency', '/storeRef', '/occurredAt', '/attributes'].concat(
    Array.from({ length: lines }, (_, place) => lineParts.map((part) => pointerOf(place, part))).flat(),
  );

const pointerOf = (place: number, part: string): string => `/products/${place.toString()}/${part}`;

interface LinesProps {
  readonly lines: readonly LineFields[];
  readonly faultOf: FaultOf;
  readonly onChange: (lines: readonly LineFields[]) => void;
}

function Lines({ lines, faultOf, onChange }: LinesProps) {
  return (
    <>
      {lines.map((line, place) => (
        <Line
          key={place}
          place={place}
          line={line}
          faultOf={faultOf}
          onChange={(changed) => onChange(lines.with(place, changed))}
          onRemove={() => onChange(lines.filter((_, at) => at !== place))}
        />
      ))}
      <button
        type="button"
        className={css.btn}
        data-small
        data-kind="quiet"
        onClick={() => onChange(lines.concat(noLine))}
      >
        <Plus size={14} /> {words.addLine}
      </button>
    </>
  );
}

interface LineProps extends Pick<LinesProps, 'faultOf'> {
  readonly place: number;
  readonly line: LineFields;
  readonly onChange: (line: LineFields) => void;
  readonly onRemove: () => void;
}

const lineFields = [
  { part: 'sku', label: words.sku, fault: '', hint: undefined },
  { part: 'quantity', label: words.quantity, fault: words.quantityFault, hint: undefined },
  { part: 'unitPrice', label: words.price, fault: words.priceFault, hint: undefined },
  { part: 'categories', label: words.categories, fault: '', hint: words.categoriesHint },
  { part: 'amount', label: words.paid, fault: words.priceFault, hint: words.paidHint },
] as const;

function Line({ place, line, faultOf, onChange, onRemove }: LineProps) {
  return (
    <fieldset className={own.basketLine}>
      <legend>{words.line(place + 1)}</legend>
      <button type="button" className={css.copy} aria-label={words.removeLine(place + 1)} onClick={onRemove}>
        <X size={16} />
      </button>
      <div className={own.fields}>
        {lineFields.map(({ part, label, fault, hint }) => (
          <TextField
            key={part}
            label={label}
            hint={hint}
            pointer={pointerOf(place, part)}
            fault={faultOf(pointerOf(place, part), fault)}
            value={line[part]}
            onChange={(text) => onChange({ ...line, [part]: text })}
          />
        ))}
      </div>
    </fieldset>
  );
}
