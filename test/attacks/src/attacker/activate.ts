import type { Caller } from './caller.ts';

/** Creates and activates a campaign. Returns its id. */
export const activate = async (caller: Caller, campaign: object): Promise<string> => {
  const { id } = await caller.make('/campaigns', campaign);
  await caller.make(`/campaigns/${id}/activate`);
  return id;
};
