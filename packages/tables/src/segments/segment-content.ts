import type { FieldFault } from '@loyalty/rules';
import type { SegmentContent, SegmentRules, SegmentType } from './segment-record.ts';

/**
 * A change of a segment: absent fields stay, null clears. The caller checks shapes and bounds, also of the rules (D10, D57). This
 * file checks what depends on the type.
 */
export interface SegmentPatch {
  readonly name?: string;
  readonly description?: string | null;
  readonly rules?: SegmentRules | null;
}

/** A new segment: name and type, and rules if it is DYNAMIC. */
export interface SegmentInput extends SegmentPatch {
  readonly name: string;
  readonly type: SegmentType;
}

/** A segment with only the required fields. */
export const blankSegment = ({ name, type }: SegmentInput): SegmentContent => ({
  name,
  description: null,
  type,
  rules: null,
});

/** Returns the content after a change. */
export const applySegmentPatch = (current: SegmentContent, patch: SegmentPatch): SegmentContent => ({
  name: patch.name ?? current.name,
  description: patch.description === undefined ? current.description : patch.description,
  type: current.type,
  rules: patch.rules === undefined ? current.rules : patch.rules,
});

/** Returns the faults: a DYNAMIC segment has rules, a STATIC one has none (D56). */
export const faultsOfSegment = ({ type, rules }: SegmentContent): FieldFault[] => {
  if (type === 'DYNAMIC' && rules === null) return [faultOfRules('is required for a DYNAMIC segment')];
  return type === 'STATIC' && rules !== null ? [faultOfRules('must not be given for a STATIC segment')] : [];
};

const faultOfRules = (message: string): FieldFault => ({ pointer: '/rules', message });
