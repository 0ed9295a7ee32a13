/** FIXED_POINTS and VISIT_FIXED: the same award for every qualifying transaction (interface 2.1, D23). */
export const fixedPoints = (rule: { readonly points: number }): number => rule.points;
