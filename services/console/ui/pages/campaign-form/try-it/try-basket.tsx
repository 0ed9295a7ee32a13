import { Minus, Plus } from 'lucide-react';
import { faultAt } from '../../../model/drafts/field-faults.ts';
import { currencySymbol } from '../../../model/numbers/currency.ts';
import { centsText, pointsText } from '../../../model/numbers/figures.ts';
import { typedNumber } from '../../../model/numbers/typed-number.ts';
import { AddButton, RemoveButton } from '../../../parts/forms/draft-buttons.tsx';
import { TextField } from '../../../parts/forms/field.tsx';
import { useFaults } from '../../../parts/forms/form.tsx';
import { totalOf, type TriedAttribute, type TriedBasket, type TriedLine } from './tried-basket.ts';
import { tryWords as words } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from './try-it.module.css';
import * as fieldCss from '../../../parts/forms/field.module.css';

interface EditProps {
  readonly basket: TriedBasket;
  readonly onChange: (basket: TriedBasket) => void;
}

const newLine: TriedLine = { sku: '', categories: '', quantity: '1', price: '', amount: '' };

/** Edits what is bought: an amount, or lines. */
export function Lines({ basket, onChange }: EditProps) {
  const { lines } = basket;
  const sentences = useFaults();
  const total = totalOf(lines);
  const change = (place: number, line: TriedLine | null): void =>
    onChange({
      ...basket,
      lines: line === null ? lines.toSpliced(place, 1) : lines.toSpliced(place, 1, line),
    });
  return (
    <>
      {lines.length === 0 ? (
        <TextField
          label={words.basket}
          pointer="/amount"
          value={basket.amount}
          before={currencySymbol()}
          inputMode="decimal"
          onChange={(amount) => onChange({ ...basket, amount })}
        />
      ) : (
        <ul className={own.basket}>
          {lines.map((line, place) => (
            <Line
              // Its place is all that a line is known by.
              key={place.toString()}
              line={line}
              place={place}
              onChange={(next) => change(place, next)}
            />
          ))}
          <li className={own.total}>
            <span>{words.basket}</span>
            <b className={css.num}>{total === null ? words.noTotal : centsText(total)}</b>
            <small className={fieldCss.fault} role="status">
              {total === null ? null : faultAt(sentences, '/amount')}
            </small>
          </li>
        </ul>
      )}
      <AddButton
        text={words.addLine}
        onClick={() => onChange({ ...basket, lines: lines.concat([newLine]) })}
      />
    </>
  );
}

interface LineProps {
  readonly line: TriedLine;
  readonly place: number;
  /** Null removes the line. */
  readonly onChange: (line: TriedLine | null) => void;
}

function Line({ line, place, onChange }: LineProps) {
  const at = `/products/${place.toString()}`;
  const shown = pointsText(place + 1);
  const change =
    (name: keyof TriedLine) =>
    (text: string): void =>
      onChange({ ...line, [name]: text });
  return (
    <li className={own.line} role="group" aria-label={words.line(shown)}>
      <div className={own.pairs}>
        <TextField label={words.sku} pointer={`${at}/sku`} value={line.sku} isMono onChange={change('sku')} />
        <TextField
          label={words.categories}
          pointer={`${at}/categories`}
          value={line.categories}
          onChange={change('categories')}
        />
        <PriceField
          label={words.price}
          at={`${at}/unitPrice`}
          value={line.price}
          onChange={change('price')}
        />
        <PriceField label={words.paid} at={`${at}/amount`} value={line.amount} onChange={change('amount')} />
      </div>
      <div className={own.lineFigures}>
        <TextField
          label={words.quantity}
          pointer={`${at}/quantity`}
          value={line.quantity}
          inputMode="decimal"
          onChange={change('quantity')}
        />
        <Stepper place={shown} quantity={line.quantity} onChange={change('quantity')} />
        <RemoveButton text={words.removeLine(shown)} onClick={() => onChange(null)} />
      </div>
    </li>
  );
}

interface PriceProps {
  readonly label: string;
  readonly at: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function PriceField({ at, ...field }: PriceProps) {
  return <TextField {...field} pointer={at} before={currencySymbol()} inputMode="decimal" />;
}

interface StepperProps {
  readonly place: string;
  readonly quantity: string;
  readonly onChange: (quantity: string) => void;
}

function Stepper({ place, quantity, onChange }: StepperProps) {
  const step = (by: number): void => {
    const count = (typedNumber(quantity) ?? 0) + by;
    onChange(Math.max(1, count).toString());
  };
  return (
    <span className={own.step}>
      <button type="button" aria-label={words.fewer(place)} onClick={() => step(-1)}>
        <Minus size={13} />
      </button>
      <button type="button" aria-label={words.more(place)} onClick={() => step(1)}>
        <Plus size={13} />
      </button>
    </span>
  );
}

export function Details({ basket, onChange }: EditProps) {
  return (
    <details className={own.details}>
      <summary>{words.details}</summary>
      <div className={css.stack}>
        <div className={own.pairs}>
          <TextField
            label={words.store}
            pointer="/storeRef"
            value={basket.storeRef}
            isMono
            onChange={(storeRef) => onChange({ ...basket, storeRef })}
          />
          <TextField
            label={words.currency}
            pointer="/currency"
            value={basket.currency}
            isMono
            onChange={(currency) => onChange({ ...basket, currency })}
          />
        </div>
        <TextField
          label={words.at}
          hint={words.atHint}
          pointer="/occurredAt"
          type="datetime-local"
          value={basket.at}
          onChange={(at) => onChange({ ...basket, at })}
        />
        <Attributes
          attributes={basket.attributes}
          onChange={(attributes) => onChange({ ...basket, attributes })}
        />
      </div>
    </details>
  );
}

interface AttributesProps {
  readonly attributes: readonly TriedAttribute[];
  readonly onChange: (attributes: readonly TriedAttribute[]) => void;
}

/** What the till says of the receipt besides, by name. */
function Attributes({ attributes, onChange }: AttributesProps) {
  return (
    <>
      {attributes.map(({ name, value }, place) => (
        // Its place is all that one is known by.
        <div key={place.toString()} className={own.attribute}>
          <TextField
            label={words.attributeName}
            pointer={`/attributes/${name}`}
            value={name}
            isMono
            onChange={(next) => onChange(attributes.with(place, { name: next, value }))}
          />
          <TextField
            label={words.attributeValue}
            value={value}
            isMono
            onChange={(next) => onChange(attributes.with(place, { name, value: next }))}
          />
          <RemoveButton
            text={words.removeAttribute(pointsText(place + 1))}
            onClick={() => onChange(attributes.toSpliced(place, 1))}
          />
        </div>
      ))}
      <AddButton
        text={words.addAttribute}
        onClick={() => onChange(attributes.concat([{ name: '', value: '' }]))}
      />
    </>
  );
}
