/** Points that all campaigns together give a member at most, in a local day, week and month (D241). */
export interface MemberPointsCaps {
  readonly day?: number;
  readonly week?: number;
  readonly month?: number;
}
