/** Returns the template of a path without its tenant, which every path has. */
export const placeOf = (template: string): string => template.replace(/^\/tenants\/\{tenantId\}(?=\/)/, '');
