/** The texts of a list of campaigns that were judged for a basket. */
export const judgedWords = {
  filter: 'Find a campaign by its name',
  group: (count: number, reason: string) =>
    `${count === 1 ? '1 campaign' : `${count.toString()} campaigns`}: ${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}`,
};
