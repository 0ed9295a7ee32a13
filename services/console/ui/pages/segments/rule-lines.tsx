import type { Schemas } from '@loyalty/client';
import { shownText } from '../../model/shown-text.ts';
import { comparisonTexts, type RuleWords } from './rule-text.ts';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './rules.module.css';

type Rules = Schemas['SegmentRules'];

/** Shows a rule as nested lines. */
export function RuleLines({ rules, ruleWords }: { readonly rules: Rules; readonly ruleWords: RuleWords }) {
  const { groupBefore, all, any } = segmentWords.editor;
  return (
    <div className={own.rule}>
      <p className={own.head}>
        {groupBefore} <b>{rules.operator === 'AND' ? all : any}</b>
      </p>
      <Lines rules={rules} ruleWords={ruleWords} />
    </div>
  );
}

function Lines({ rules, ruleWords }: { readonly rules: Rules; readonly ruleWords: RuleWords }) {
  const { all, any } = segmentWords.editor;
  return (
    <ul className={own.lines} data-join={rules.operator}>
      {rules.conditions.map((condition, place) =>
        'conditions' in condition ? (
          <li key={place} className={own.inner}>
            <p className={own.head}>
              <b>{condition.operator === 'AND' ? all : any}</b>
            </p>
            <Lines rules={condition} ruleWords={ruleWords} />
          </li>
        ) : (
          <li key={place} className={own.line}>
            <Line condition={condition} ruleWords={ruleWords} />
          </li>
        ),
      )}
    </ul>
  );
}

interface LineProps {
  readonly condition: Schemas['SegmentComparison'];
  readonly ruleWords: RuleWords;
}

function Line({ condition, ruleWords }: LineProps) {
  const { field, op, value } = comparisonTexts(condition, ruleWords);
  return (
    <>
      <span>{field}</span> <span className={css.faint}>{op}</span>{' '}
      <bdi className={`${css.strong} ${css.num} ${css.wrap}`}>{shownText(value)}</bdi>
    </>
  );
}
