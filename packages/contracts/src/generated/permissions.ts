// Derived from schemas/http/permissions.json by `npm run derive`. Do not edit.

export const permissionEntries = [
  {
    "name": "transactions:evaluate",
    "meaning": "Sends receipts, one at a time or in bulk."
  },
  {
    "name": "transactions:redeem",
    "meaning": "Redeems points for a discount, and authorizes and captures redemptions."
  },
  {
    "name": "transactions:return",
    "meaning": "Returns purchases, one at a time or in bulk."
  },
  {
    "name": "transactions:void",
    "meaning": "Voids redemptions, which gives their points back."
  },
  {
    "name": "transactions:quote",
    "meaning": "Previews what a receipt, a redemption or a return would do."
  },
  {
    "name": "transactions:read",
    "meaning": "Reads results, returns, refused receipts and open authorizations."
  },
  {
    "name": "campaigns:read",
    "meaning": "Reads campaigns, activity over time, and the points outstanding."
  },
  {
    "name": "campaigns:write",
    "meaning": "Creates campaigns, and changes those that are neither active nor paused."
  },
  {
    "name": "campaigns:run",
    "meaning": "Activates, pauses, resumes and archives campaigns; with `campaigns:write` also changes active and paused ones."
  },
  {
    "name": "members:find",
    "meaning": "Finds a member by reference or id, with balance and tier; without `members:read` the profile is null."
  },
  {
    "name": "members:read",
    "meaning": "Lists and searches members, and reads their profiles, ledgers, purchases, consents and statistics."
  },
  {
    "name": "members:write",
    "meaning": "Enrols members, changes their profiles and records consents."
  },
  {
    "name": "members:suspend",
    "meaning": "Suspends and reinstates members."
  },
  {
    "name": "members:erase",
    "meaning": "Erases members, which cannot be undone."
  },
  {
    "name": "members:export",
    "meaning": "Reads everything that is stored about one member, at the member's request."
  },
  {
    "name": "points:adjust",
    "meaning": "Gives and takes points manually."
  },
  {
    "name": "rewards:find",
    "meaning": "Finds a reward by its code."
  },
  {
    "name": "rewards:read",
    "meaning": "Lists and reads rewards with their codes."
  },
  {
    "name": "rewards:redeem",
    "meaning": "Redeems rewards at a till."
  },
  {
    "name": "rewards:write",
    "meaning": "Expires rewards, and retries those that failed."
  },
  {
    "name": "tiers:read",
    "meaning": "Reads tiers, and the progress of a change of them."
  },
  {
    "name": "tiers:write",
    "meaning": "Creates, changes and deletes tiers."
  },
  {
    "name": "segments:read",
    "meaning": "Reads segments and their members, and previews rules."
  },
  {
    "name": "segments:write",
    "meaning": "Creates, changes, refreshes and deletes segments, and changes their members."
  },
  {
    "name": "event-definitions:read",
    "meaning": "Reads event definitions."
  },
  {
    "name": "event-definitions:write",
    "meaning": "Creates and changes event definitions."
  },
  {
    "name": "events:read",
    "meaning": "Reads the events that were submitted."
  },
  {
    "name": "events:submit",
    "meaning": "Submits events of members."
  },
  {
    "name": "webhooks:read",
    "meaning": "Reads webhooks, their deliveries and their replays."
  },
  {
    "name": "webhooks:write",
    "meaning": "Creates, changes, tests and deletes webhooks, and replays events."
  },
  {
    "name": "request-logs:read",
    "meaning": "Reads requests that were made with test keys, with their bodies."
  },
  {
    "name": "keys:read",
    "meaning": "Reads which API keys exist, and which permissions they use."
  },
  {
    "name": "keys:write",
    "meaning": "Creates, restricts, rotates and revokes API keys, within its own permissions."
  },
  {
    "name": "settings:read",
    "meaning": "Reads the settings and limits of the environment."
  },
  {
    "name": "settings:write",
    "meaning": "Changes the settings that the tenant owns."
  },
  {
    "name": "code-pools:read",
    "meaning": "Reads how many codes are left in code pools."
  },
  {
    "name": "code-pools:write",
    "meaning": "Creates code pools and adds codes to them."
  },
  {
    "name": "audit:read",
    "meaning": "Reads who changed what, who did what with points, and what people have read."
  },
  {
    "name": "imports:write",
    "meaning": "Imports members with balances, which creates points."
  },
  {
    "name": "exports:read",
    "meaning": "Reads all members, ledger entries and transactions, in large pages."
  },
  {
    "name": "programme:read",
    "meaning": "Reads the whole programme as one document."
  },
  {
    "name": "programme:write",
    "meaning": "Applies a programme document, which also needs the permission for each change in it."
  }
] as const;

/** A permission that a credential can have. */
export type Permission = (typeof permissionEntries)[number]['name'];

/** A name for several permissions. */
interface PermissionGroup {
  readonly name: string;
  readonly meaning: string;
  readonly permissions: readonly Permission[];
}

export const roleEntries: readonly PermissionGroup[] = [
  {
    "name": "till",
    "meaning": "A till or a web shop's checkout.",
    "permissions": [
      "transactions:evaluate",
      "transactions:redeem",
      "transactions:return",
      "transactions:void",
      "transactions:quote",
      "transactions:read",
      "members:find",
      "rewards:find",
      "rewards:redeem"
    ]
  },
  {
    "name": "server",
    "meaning": "The retailer's own server: everything that a till does, and enrolment, profiles and events.",
    "permissions": [
      "transactions:evaluate",
      "transactions:redeem",
      "transactions:return",
      "transactions:void",
      "transactions:quote",
      "transactions:read",
      "members:find",
      "members:read",
      "members:write",
      "rewards:find",
      "rewards:redeem",
      "events:submit"
    ]
  },
  {
    "name": "support",
    "meaning": "People who help members.",
    "permissions": [
      "transactions:quote",
      "transactions:read",
      "campaigns:read",
      "members:find",
      "members:read",
      "members:suspend",
      "members:export",
      "points:adjust",
      "rewards:find",
      "rewards:read",
      "rewards:write",
      "tiers:read",
      "segments:read",
      "event-definitions:read",
      "events:read",
      "request-logs:read"
    ]
  },
  {
    "name": "marketer",
    "meaning": "People who design the programme.",
    "permissions": [
      "campaigns:read",
      "campaigns:write",
      "campaigns:run",
      "tiers:read",
      "tiers:write",
      "segments:read",
      "segments:write",
      "event-definitions:read",
      "event-definitions:write"
    ]
  },
  {
    "name": "analyst",
    "meaning": "People who read figures and exports.",
    "permissions": [
      "transactions:quote",
      "transactions:read",
      "campaigns:read",
      "members:find",
      "members:read",
      "rewards:find",
      "rewards:read",
      "tiers:read",
      "segments:read",
      "event-definitions:read",
      "events:read",
      "request-logs:read",
      "exports:read"
    ]
  },
  {
    "name": "integrator",
    "meaning": "People who connect other systems.",
    "permissions": [
      "event-definitions:read",
      "event-definitions:write",
      "webhooks:read",
      "webhooks:write",
      "request-logs:read",
      "code-pools:read",
      "code-pools:write"
    ]
  },
  {
    "name": "admin",
    "meaning": "Everything, including what later releases add.",
    "permissions": [
      "transactions:evaluate",
      "transactions:redeem",
      "transactions:return",
      "transactions:void",
      "transactions:quote",
      "transactions:read",
      "campaigns:read",
      "campaigns:write",
      "campaigns:run",
      "members:find",
      "members:read",
      "members:write",
      "members:suspend",
      "members:erase",
      "members:export",
      "points:adjust",
      "rewards:find",
      "rewards:read",
      "rewards:redeem",
      "rewards:write",
      "tiers:read",
      "tiers:write",
      "segments:read",
      "segments:write",
      "event-definitions:read",
      "event-definitions:write",
      "events:read",
      "events:submit",
      "webhooks:read",
      "webhooks:write",
      "request-logs:read",
      "keys:read",
      "keys:write",
      "settings:read",
      "settings:write",
      "code-pools:read",
      "code-pools:write",
      "audit:read",
      "imports:write",
      "exports:read",
      "programme:read",
      "programme:write"
    ]
  }
];

/** The scopes of tokens from before there were permissions. */
export const scopeEntries: readonly PermissionGroup[] = [
  {
    "name": "read",
    "meaning": "Everything that could be read before permissions existed, except webhooks.",
    "permissions": [
      "transactions:quote",
      "transactions:read",
      "campaigns:read",
      "members:find",
      "members:read",
      "rewards:find",
      "rewards:read",
      "tiers:read",
      "segments:read",
      "event-definitions:read",
      "events:read",
      "request-logs:read"
    ]
  },
  {
    "name": "write",
    "meaning": "Everything that could be changed before permissions existed, except webhooks, manual points and erasure. It does not include `read`.",
    "permissions": [
      "transactions:evaluate",
      "transactions:redeem",
      "transactions:return",
      "transactions:void",
      "campaigns:write",
      "campaigns:run",
      "members:write",
      "members:suspend",
      "rewards:redeem",
      "rewards:write",
      "tiers:write",
      "segments:write",
      "event-definitions:write",
      "events:submit"
    ]
  }
];

/** Operations for which the console wants a fresh sign-in (`x-fresh`, D308). */
export const freshOperationIds = [
  "evaluateTransaction",
  "bulkEvaluateTransactions",
  "updateCampaign",
  "activateCampaign",
  "resumeCampaign",
  "eraseMember",
  "adjustPoints",
  "putCodePool",
  "addPoolCodes",
  "createTier",
  "updateTier",
  "submitEvent",
  "createWebhook",
  "updateWebhook",
  "replayDelivery",
  "replayEvents",
  "updateSettings",
  "createApiKey",
  "rotateApiKey"
] as const;
