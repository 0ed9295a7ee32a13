import type { Schemas } from '@loyalty/client';
import { CircleCheck, CircleMinus, UserRound } from 'lucide-react';
import { explainedTexts, insteadOf } from '../../../model/campaigns/explained.ts';
import { failedText } from '../../../model/campaigns/failed-text.ts';
import type { ConditionNames } from '../../../model/campaigns/sentence-texts.ts';
import { faultSentence } from '../../../model/drafts/fault-sentence.ts';
import type { FieldFaults } from '../../../model/drafts/field-faults.ts';
import { changeText, pointsText } from '../../../model/numbers/figures.ts';
import { rewardNameOf } from '../../../model/reward-name.ts';
import { TextField } from '../../../parts/forms/field.tsx';
import { FaultsOf } from '../../../parts/forms/form.tsx';
import { JudgedList } from '../../../parts/lists/judged-list.tsx';
import { Name } from '../../../parts/names/name.tsx';
import { ProblemLine } from '../../../parts/page/problem.tsx';
import { Chip } from '../../../parts/texts/chip.tsx';
import { campaignWords } from '../../../words/campaigns.ts';
import { wordOf } from '../../../words/index.ts';
import { passedChecks } from '../../why/steps.ts';
import { useConditionNames } from '../use-condition-names.ts';
import { campaignFormWords } from '../words.ts';
import type { TriedBasket } from './tried-basket.ts';
import { Details, Lines } from './try-basket.tsx';
import { tryWords as words } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from './try-it.module.css';

export interface TryItProps {
  readonly basket: TriedBasket;
  readonly onChange: (basket: TriedBasket) => void;
  readonly result: Schemas['Explanation'] | null;
  readonly isAsking: boolean;
  /** The error of the call, if it is not about fields. */
  readonly error: unknown;
  readonly basketFaults: FieldFaults;
  readonly draftFaults: FieldFaults;
  readonly onAgain: () => void;
}

/** Shows what the draft awards for a basket, together with everything that is active. The API decides it. */
export function TryIt(props: TryItProps) {
  const { basket, onChange, basketFaults } = props;
  return (
    <section className={`${css.card} ${own.panel}`} aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <span className={`${css.small} ${css.faint}`}>{words.about}</span>
      </header>
      <FaultsOf faults={basketFaults}>
        <div className={`${css.pad} ${css.stack}`}>
          <TextField
            label={words.member}
            pointer="/memberRef"
            value={basket.memberRef}
            placeholder={words.memberHint}
            isMono
            onChange={(memberRef) => onChange({ ...basket, memberRef })}
          />
          <Lines basket={basket} onChange={onChange} />
          <Details basket={basket} onChange={onChange} />
        </div>
      </FaultsOf>
      <Result {...props} />
    </section>
  );
}

function Result({ result, isAsking, error, basketFaults, draftFaults, onAgain }: TryItProps) {
  const isFaulty = basketFaults.size + draftFaults.size > 0;
  return (
    <div
      className={`${css.pad} ${own.result}`}
      aria-busy={isAsking}
      data-old={isFaulty || isAsking ? '' : undefined}
    >
      {draftFaults.size === 0 ? null : <Needed faults={draftFaults} />}
      {error === null || isFaulty ? null : (
        <>
          <ProblemLine error={error} faults={[]} />
          <button type="button" className={`${css.btn} ${css.push0}`} data-small onClick={onAgain}>
            {campaignFormWords.again}
          </button>
        </>
      )}
      <div role="status">
        {result === null || isFaulty ? (
          <p className={`${css.small} ${css.faint}`}>{isAsking ? words.asking : words.notYet}</p>
        ) : (
          <Sum result={result} isAsking={isAsking} />
        )}
      </div>
      {result === null || isFaulty ? null : <Checks result={result} />}
    </div>
  );
}

function Needed({ faults }: { readonly faults: FieldFaults }) {
  return (
    <div className={css.small}>
      <p className={css.strong}>{words.needs}</p>
      <ul className={own.needed}>
        {[...faults].map(([pointer, message]) => (
          <li key={pointer} className={css.muted}>
            <b className={css.strong}>{partName(pointer)}</b> {faultSentence(message, pointer)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The last name of a pointer, in words. */
const partName = (pointer: string): string => {
  const last = pointer.split('/').findLast((name) => name !== '' && Number.isNaN(Number(name))) ?? '';
  return wordOf(words.parts, last);
};

function Sum({ result, isAsking }: { readonly result: Schemas['Explanation']; readonly isAsking: boolean }) {
  return (
    <>
      <p className={`${css.small} ${css.muted}`}>
        {isAsking ? words.asking : words.earns}{' '}
        <Chip tone="line">
          <UserRound size={11} /> {result.memberKnown ? words.known : words.unknown}
        </Chip>
      </p>
      <p className={`${css.big} ${css.earn} ${css.num}`} data-old={isAsking ? '' : undefined}>
        {changeText(result.pointsAwarded)}
      </p>
    </>
  );
}

function Checks({ result: { campaigns } }: { readonly result: Schemas['Explanation'] }) {
  const names = useConditionNames(campaigns);
  return (
    <JudgedList
      campaigns={campaigns.toReversed()}
      passedChecks={passedChecks}
      row={(campaign) => (
        <Check key={campaign.campaignId ?? 'draft'} campaign={campaign} campaigns={campaigns} names={names} />
      )}
    />
  );
}

const none: readonly never[] = [];

interface CheckProps {
  readonly campaign: Schemas['ExplainedCampaign'];
  /** All that were judged with it. */
  readonly campaigns: readonly Schemas['ExplainedCampaign'][];
  readonly names: ConditionNames;
}

function Check({ campaign, campaigns, names }: CheckProps) {
  const { campaignName, fired, pointsEarned, rewards, reason, draft, failed = none } = campaign;
  return (
    <li
      className={fired ? own.check : `${own.check} ${css.muted}`}
      data-draft={draft === null ? undefined : ''}
    >
      {fired ? <CircleCheck size={17} className={css.ok} /> : <CircleMinus size={17} className={css.faint} />}
      <span className={own.checkName}>
        <Name text={campaignName} className={fired ? css.strong : ''} />
        {draft === null ? null : <Chip tone="accent">{words.thisOne}</Chip>}
      </span>
      <span className={css.num}>{fired ? changeText(pointsEarned) : pointsText(0)}</span>
      {reason === null ? null : <Reason reason={reason} instead={insteadOf(campaign, campaigns)} />}
      {explainedTexts(campaign).map((text) => (
        <small key={text} className={css.wrap}>
          {text}
        </small>
      ))}
      {failed.map((one) => (
        <small key={one.path} className={css.wrap}>
          {failedText(one, names)}
        </small>
      ))}
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

interface ReasonProps {
  readonly reason: string;
  readonly instead: ReturnType<typeof insteadOf>;
}

/** Names the campaign that gives instead without a link, which would lead away from what is typed. */
function Reason({ reason, instead }: ReasonProps) {
  return instead === null ? (
    <small>{wordOf(campaignWords.reasons, reason)}</small>
  ) : (
    <small className={css.wrap}>
      <Name text={instead.name} /> {instead.text}
    </small>
  );
}
