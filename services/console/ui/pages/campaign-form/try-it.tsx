import type { Schemas } from '@loyalty/client';
import { CircleCheck, CircleMinus, Minus, Plus, UserRound } from 'lucide-react';
import { changeText, centsText, pointsText } from '../../model/figures.ts';
import { type FieldFaults, faultAt } from '../../model/field-faults.ts';
import { rewardNameOf } from '../../model/reward-name.ts';
import { totalOf, type TriedBasket, type TriedLine } from '../../model/try-basket.ts';
import { typedNumber } from '../../model/typed-number.ts';
import { Chip } from '../../parts/chip.tsx';
import { TextField } from '../../parts/field.tsx';
import { FaultsOf } from '../../parts/form.tsx';
import { Name } from '../../parts/name.tsx';
import { ProblemLine } from '../../parts/problem.tsx';
import { campaignFormWords, campaignWords, tryWords as words } from '../../words/campaigns.ts';
import { wordOf } from '../../words/index.ts';
import { AddButton, RemoveButton } from './reward-fields.tsx';

export interface TryItProps {
  readonly basket: TriedBasket;
  readonly onChange: (basket: TriedBasket) => void;
  readonly result: Schemas['Explanation'] | null;
  readonly isAsking: boolean;
  /** Of the call, where it says nothing of fields. */
  readonly error: unknown;
  readonly basketFaults: FieldFaults;
  readonly draftFaults: FieldFaults;
  readonly onAgain: () => void;
}

/** What the draft gives for a basket, beside all that is active; the API judges it (M59, T16). */
export function TryIt(props: TryItProps) {
  const { basket, onChange, basketFaults } = props;
  return (
    <section className="card try" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <span className="small faint">{words.about}</span>
      </header>
      <FaultsOf faults={basketFaults}>
        <div className="pad stack">
          <TextField
            label={words.member}
            pointer="/memberRef"
            value={basket.memberRef}
            placeholder={words.memberHint}
            isMono
            onChange={(memberRef) => {
              onChange({ ...basket, memberRef });
            }}
          />
          <Lines basket={basket} onChange={onChange} faults={basketFaults} />
          <Details basket={basket} onChange={onChange} />
        </div>
      </FaultsOf>
      <Result {...props} />
    </section>
  );
}

type EditProps = Pick<TryItProps, 'basket' | 'onChange'>;

const newLine: TriedLine = { sku: '', categories: '', quantity: '1', price: '' };

function Lines({ basket, onChange, faults }: EditProps & { readonly faults: FieldFaults }) {
  const { lines } = basket;
  const total = totalOf(lines);
  const change = (place: number, line: TriedLine | null): void => {
    onChange({
      ...basket,
      lines: line === null ? lines.toSpliced(place, 1) : lines.toSpliced(place, 1, line),
    });
  };
  return (
    <>
      {lines.length === 0 ? (
        <TextField
          label={words.basket}
          pointer="/amount"
          value={basket.amount}
          before={campaignFormWords.rand}
          inputMode="decimal"
          onChange={(amount) => {
            onChange({ ...basket, amount });
          }}
        />
      ) : (
        <ul className="basket">
          {lines.map((line, place) => (
            <Line
              // Its place is all that a line is known by.
              key={place.toString()}
              line={line}
              place={place}
              onChange={(next) => {
                change(place, next);
              }}
            />
          ))}
          <li className="total">
            <span>{words.basket}</span>
            <b className="num">{total === null ? campaignFormWords.notANumber('1') : centsText(total)}</b>
            <small className="fault" role="status">
              {faultAt(faults, '/amount')}
            </small>
          </li>
        </ul>
      )}
      <AddButton
        text={words.addLine}
        onClick={() => {
          onChange({ ...basket, lines: lines.concat([newLine]) });
        }}
      />
    </>
  );
}

interface LineProps {
  readonly line: TriedLine;
  readonly place: number;
  /** Null takes it away. */
  readonly onChange: (line: TriedLine | null) => void;
}

function Line({ line, place, onChange }: LineProps) {
  const at = `/products/${place.toString()}`;
  const shown = pointsText(place + 1);
  return (
    <li className="line" role="group" aria-label={words.line(shown)}>
      <div className="row2">
        <TextField
          label={words.sku}
          pointer={`${at}/sku`}
          value={line.sku}
          isMono
          onChange={(sku) => {
            onChange({ ...line, sku });
          }}
        />
        <TextField
          label={words.categories}
          pointer={`${at}/categories`}
          value={line.categories}
          onChange={(categories) => {
            onChange({ ...line, categories });
          }}
        />
      </div>
      <div className="line-figures">
        <TextField
          label={words.price}
          pointer={`${at}/unitPrice`}
          value={line.price}
          before={campaignFormWords.rand}
          inputMode="decimal"
          onChange={(price) => {
            onChange({ ...line, price });
          }}
        />
        <TextField
          label={words.quantity}
          pointer={`${at}/quantity`}
          value={line.quantity}
          inputMode="decimal"
          onChange={(quantity) => {
            onChange({ ...line, quantity });
          }}
        />
        <Stepper
          place={shown}
          quantity={line.quantity}
          onChange={(quantity) => {
            onChange({ ...line, quantity });
          }}
        />
        <RemoveButton
          text={words.removeLine(shown)}
          onClick={() => {
            onChange(null);
          }}
        />
      </div>
    </li>
  );
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
    <span className="step">
      <button
        type="button"
        aria-label={words.fewer(place)}
        onClick={() => {
          step(-1);
        }}
      >
        <Minus size={13} />
      </button>
      <button
        type="button"
        aria-label={words.more(place)}
        onClick={() => {
          step(1);
        }}
      >
        <Plus size={13} />
      </button>
    </span>
  );
}

function Details({ basket, onChange }: EditProps) {
  return (
    <details className="details">
      <summary>{words.details}</summary>
      <div className="stack">
        <div className="row2">
          <TextField
            label={words.store}
            pointer="/storeRef"
            value={basket.storeRef}
            isMono
            onChange={(storeRef) => {
              onChange({ ...basket, storeRef });
            }}
          />
          <TextField
            label={words.currency}
            pointer="/currency"
            value={basket.currency}
            isMono
            onChange={(currency) => {
              onChange({ ...basket, currency });
            }}
          />
        </div>
        <TextField
          label={words.at}
          hint={words.atHint}
          pointer="/occurredAt"
          type="datetime-local"
          value={basket.at}
          onChange={(at) => {
            onChange({ ...basket, at });
          }}
        />
      </div>
    </details>
  );
}

function Result({ result, isAsking, error, basketFaults, draftFaults, onAgain }: TryItProps) {
  const isFaulty = basketFaults.size + draftFaults.size > 0;
  return (
    <div className="pad result" aria-busy={isAsking} data-old={isFaulty || isAsking ? '' : undefined}>
      {draftFaults.size === 0 ? null : <Needed faults={draftFaults} />}
      {error === null || isFaulty ? null : (
        <>
          <ProblemLine error={error} faults={[]} />
          <button type="button" className="btn push-0" data-small onClick={onAgain}>
            {campaignFormWords.again}
          </button>
        </>
      )}
      <div role="status">
        {result === null || isFaulty ? (
          <p className="small faint">{isAsking ? words.asking : words.notYet}</p>
        ) : (
          <Sum result={result} isAsking={isAsking} />
        )}
      </div>
      {result === null || isFaulty ? null : (
        <ul>
          {result.campaigns.toReversed().map((campaign) => (
            <Check key={campaign.campaignId ?? 'draft'} campaign={campaign} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Needed({ faults }: { readonly faults: FieldFaults }) {
  return (
    <div className="small">
      <p className="strong">{words.needs}</p>
      <ul className="needed">
        {[...faults].map(([pointer, message]) => (
          <li key={pointer} className="muted">
            <span className="mono">{pointer === '' ? words.thisOne : pointer}</span> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Sum({ result, isAsking }: { readonly result: Schemas['Explanation']; readonly isAsking: boolean }) {
  return (
    <>
      <p className="small muted">
        {isAsking ? words.asking : words.earns}{' '}
        <Chip tone="line">
          <UserRound size={11} /> {result.memberKnown ? words.known : words.unknown}
        </Chip>
      </p>
      <p className="big earn" data-testid="earned">
        {changeText(result.pointsAwarded)}
      </p>
    </>
  );
}

function Check({ campaign }: { readonly campaign: Schemas['ExplainedCampaign'] }) {
  const { campaignName, fired, pointsEarned, rewards, reason, draft } = campaign;
  return (
    <li className={fired ? 'check' : 'check muted'} data-draft={draft === null ? undefined : ''}>
      {fired ? <CircleCheck size={17} className="ok" /> : <CircleMinus size={17} className="faint" />}
      <span className="check-name">
        <Name text={campaignName} className={fired ? 'strong' : ''} />
        {draft === null ? null : <Chip tone="accent">{words.thisOne}</Chip>}
      </span>
      <span className="num">{fired ? changeText(pointsEarned) : pointsText(0)}</span>
      {reason === null ? null : <small>{wordOf(campaignWords.reasons, reason)}</small>}
      {draft !== null && reason === 'NOT_A_TRANSACTION_RULE' ? <small>{words.onEvents}</small> : null}
      {rewards.map((reward, place) => (
        <small key={place.toString()}>
          {rewardNameOf(reward, {
            typeOf: (type) => wordOf(campaignWords.rewardTypes, type),
            off: (amount) => campaignWords.off(amount),
          })}
        </small>
      ))}
    </li>
  );
}
