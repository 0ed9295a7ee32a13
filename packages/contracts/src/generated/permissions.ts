// Derived from schemas/http/permissions.json by `npm run derive`. Do not edit.

export const permissionEntries = [
  {
    "name": "transactions:evaluate",
    "meaning": "Sends receipts, one at a time or in bulk."
  },
  {
    "name": "transactions:redeem",
    "meaning": "Burns points for a discount, and authorizes and captures it."
  },
  {
    "name": "transactions:return",
    "meaning": "Sends returns of purchases, one at a time or in bulk."
  },
  {
    "name": "transactions:void",
    "meaning": "Voids redemptions, which gives their points back."
  },
  {
    "name": "transactions:quote",
    "meaning": "Tries out what a receipt, a redemption or a return would do."
  },
  {
    "name": "transactions:read",
    "meaning": "Reads results, returns, refused receipts and open authorizations."
  },
  {
    "name": "campaigns:read",
    "meaning": "Reads campaigns, what happens by the day, and the points outstanding."
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
    "meaning": "Finds a member by reference or id, with balance and tier; the profile is null without `members:read`."
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
    "meaning": "Erases members; it cannot be undone."
  },
  {
    "name": "members:export",
    "meaning": "Reads everything that is stored of one member, for their request."
  },
  {
    "name": "points:adjust",
    "meaning": "Gives and takes points by hand."
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
    "meaning": "Reads tiers, and how far a change of them has come."
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
    "meaning": "Reads definitions of events."
  },
  {
    "name": "event-definitions:write",
    "meaning": "Creates and changes definitions of events."
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
    "meaning": "Reads webhooks, their deliveries and replays."
  },
  {
    "name": "webhooks:write",
    "meaning": "Creates, changes, tests and deletes webhooks, and sends events again."
  },
  {
    "name": "request-logs:read",
    "meaning": "Reads the requests of test keys, with their bodies."
  },
  {
    "name": "keys:read",
    "meaning": "Reads which API keys there are, and what they use."
  },
  {
    "name": "keys:write",
    "meaning": "Makes, narrows, exchanges and revokes API keys, within its own permissions."
  },
  {
    "name": "settings:read",
    "meaning": "Reads the settings and limits of the environment."
  },
  {
    "name": "settings:write",
    "meaning": "Changes the settings that are the tenant's own."
  },
  {
    "name": "code-pools:read",
    "meaning": "Reads how many codes are left."
  },
  {
    "name": "code-pools:write",
    "meaning": "Creates pools and adds codes."
  },
  {
    "name": "audit:read",
    "meaning": "Reads who changed what, who did what with points, and which people read what."
  },
  {
    "name": "imports:write",
    "meaning": "Moves members in with balances, which mints points."
  },
  {
    "name": "exports:read",
    "meaning": "Reads all members, entries and transactions, in large pages."
  },
  {
    "name": "programme:read",
    "meaning": "Reads the whole programme as one document."
  },
  {
    "name": "programme:write",
    "meaning": "Applies such a document, with the permission of each change in it."
  }
] as const;

/** One thing that a credential may be allowed. */
export type Permission = (typeof permissionEntries)[number]['name'];

/** Several permissions with one name. */
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
    "meaning": "The retailer's own server: what a till does, and enrolment, profiles and events.",
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
    "meaning": "People who make the programme.",
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
    "meaning": "Who reads figures and exports.",
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
    "meaning": "Who connects other systems.",
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
    "meaning": "Everything, also what later releases add.",
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
    "meaning": "All that could be read before there were permissions, but webhooks.",
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
    "meaning": "All that could be changed before, but webhooks, points by hand and erasure. It does not include `read`.",
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
