import type { PlainShop } from './plain-shop.ts';

/** Gives a member everything that another one has, each point by itself. Nothing of the other one is left. */
export const absorbPlainly = (winner: PlainShop, loser: PlainShop): void => {
  for (const [day, held] of loser.points) {
    if (held === 0) continue;
    if (day !== null) winner.due(day, loser.dues.get(day) ?? 0);
    winner.points.set(day, (winner.points.get(day) ?? 0) + held);
  }
  moveClaims(winner, loser);
  for (const [ref, receipt] of loser.receipts) winner.receipts.set(ref, receipt);
  for (const [name, response] of loser.responses) winner.responses.set(name, response);
  winner.uses.absorb(loser.uses);
  winner.lifetime += loser.lifetime;
  winner.toDeduct += loser.toDeduct;
  winner.given += loser.given;
  winner.opened += loser.opened;
  winner.gone += loser.gone;
  winner.storedClaims += loser.storedClaims;
  winner.spend += loser.spend;
  winner.purchases += loser.purchases;
};

/** Redeems of the merged member come before those of the winner, so they may pay what the winner's returns claimed. */
const moveClaims = (winner: PlainShop, loser: PlainShop): void => {
  for (const [ref, redeem] of loser.redeems) {
    if (redeem.n > 0) redeem.n -= loser.lastRedeem;
    winner.redeems.set(ref, redeem);
  }
  for (const claim of loser.claims) claim.redeems = loser.hasAbsorbed ? 0 : claim.redeems - loser.lastRedeem;
  winner.claims = [...loser.claims, ...winner.claims].sort((one, next) => one.redeems - next.redeems);
  winner.hasAbsorbed = true;
};
