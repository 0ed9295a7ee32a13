import type { Schemas } from '@loyalty/client';
import { comparisonTexts, type RuleWords } from '../../model/rule-text.ts';
import { shownText } from '../../model/shown-text.ts';
import { segmentWords } from '../../words/segments.ts';

type Rules = Schemas['SegmentRules'];

/** A rule as nested lines, to be read. */
export function RuleLines({ rules, ruleWords }: { readonly rules: Rules; readonly ruleWords: RuleWords }) {
  const { groupBefore, all, any } = segmentWords.editor;
  return (
    <div className="rule">
      <p className="rule-head">
        {groupBefore} <b>{rules.operator === 'AND' ? all : any}</b>
      </p>
      <Lines rules={rules} ruleWords={ruleWords} />
    </div>
  );
}

function Lines({ rules, ruleWords }: { readonly rules: Rules; readonly ruleWords: RuleWords }) {
  const { all, any } = segmentWords.editor;
  return (
    <ul className="rule-lines" data-join={rules.operator}>
      {rules.conditions.map((condition, place) =>
        'conditions' in condition ? (
          <li key={place} className="rule-inner">
            <p className="rule-head">
              <b>{condition.operator === 'AND' ? all : any}</b>
            </p>
            <Lines rules={condition} ruleWords={ruleWords} />
          </li>
        ) : (
          <li key={place} className="rule-line">
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
      <span>{field}</span> <span className="faint">{op}</span>{' '}
      <bdi className="strong num wrap">{shownText(value)}</bdi>
    </>
  );
}
