import type { Locator, Page } from 'playwright-core';
import { conditionWords } from '../../services/console/ui/pages/campaign-form/conditions/words.ts';
import { campaignFormWords } from '../../services/console/ui/pages/campaign-form/words.ts';
import type { Api } from '../support/api.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members that a form shows in rands or in percent. */
const centsAt = /\/(minSpend|maxBudgetCents|amount)$/;
const shareAt = /\/(alertThreshold|probability)$/;

/** The basket beside the form has pointers of its own. */
const controlAt = (page: Page, pointer: string): Locator =>
  page.locator(`.card:not(.try-it_panel) [name="${pointer}"]`);

/** True for what the form can make of itself. */
type Made = boolean;

/**
 * Fills the form of a campaign with a body as a person would, control by control. False where the form has no control,
 * or no option, for a part of it.
 */
export const fillCampaign = async (page: Page, body: object): Promise<Made> => {
  const { earningRule, ...rest } = body as Readonly<Record<string, Json>>;
  if (earningRule !== undefined && !(await fillRule(page, earningRule))) return false;
  return fillMembers(page, '', rest);
};

const fillRule = async (page: Page, rule: Json): Promise<Made> => {
  if (!isObject(rule)) return false;
  const { type, ...members } = rule;
  if (typeof type !== 'string') return false;
  const kind = page.locator(`label:has([name="/earningRule/type"][value="${type}"])`);
  if ((await kind.count()) === 0) return false;
  await kind.click();
  return fillMembers(page, '/earningRule', members);
};

/** Members that decide which other controls there are come first. */
const first = ['type', 'rewardType', 'discountType', 'operator', 'op'];

const fillMembers = async (
  page: Page,
  at: string,
  members: Readonly<Record<string, Json>>,
): Promise<Made> => {
  const names = Object.keys(members).sort((one, other) => placeOf(one) - placeOf(other));
  for (const name of names) if (!(await fillAt(page, `${at}/${name}`, members[name] ?? null))) return false;
  return true;
};

const placeOf = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);

const fillAt = async (page: Page, pointer: string, value: Json): Promise<Made> => {
  if (pointer.endsWith('/redemptionRule')) await page.getByLabel(campaignFormWords.canRedeem).check();
  if (pointer === '/earningRule/conditions')
    await page.getByRole('button', { name: conditionWords.addComparison }).click();
  if (isObject(value)) return fillMembers(page, pointer, value);
  if (pointer.endsWith('/conditions') && Array.isArray(value)) return fillConditions(page, pointer, value);
  if (pointer.endsWith('/rewardRules') && Array.isArray(value)) return fillTurns(page, pointer, value);
  if (pointer.endsWith('/targetSegmentIds')) return false;
  if (Array.isArray(value)) return fillList(page, pointer, value);
  // One comparison is joined with nothing.
  if (pointer.endsWith('/operator') && value === 'AND') return true;
  return fillLeaf(page, pointer, value);
};

const fillLeaf = async (page: Page, pointer: string, value: Json): Promise<Made> => {
  const control = controlAt(page, pointer);
  if (value === null || typeof value === 'object' || (await control.count()) !== 1) return false;
  const text = value.toString();
  const is = async (what: string): Promise<boolean> => (await control.and(page.locator(what)).count()) === 1;
  if (await is('select')) return choose(control, text);
  if (await is('[type="date"]')) return typeDay(page, control, text);
  // A text that could be a number is one here, and an empty one is none.
  if (text === '' || ((await is('.num')) && typeof value !== 'number')) return false;
  await control.fill(typeof value === 'number' ? await shownNumber(page, pointer, value) : text);
  return true;
};

const choose = async (select: Locator, value: string): Promise<Made> => {
  if ((await select.locator(`option[value="${value}"]`).count()) === 0) return false;
  await select.selectOption(value);
  return true;
};

/** Returns the number as a form shows it: cents in rands, fractions in percent. */
const shownNumber = async (page: Page, pointer: string, value: number): Promise<string> => {
  if (shareAt.test(pointer)) return (value * 100).toFixed(4);
  const isOff = pointer.endsWith('/value/value');
  const isMoney = isOff
    ? (await page.locator('[name$="/discountType"]').inputValue()) === 'FIXED'
    : centsAt.test(pointer);
  return (isMoney ? value / 100 : value).toString();
};

/** Types the day key by key, because a browser does not let a day be set that no calendar has. */
const typeDay = async (page: Page, control: Locator, day: string): Promise<Made> => {
  const [year = '', month = '', date = ''] = day.split('-');
  await control.focus();
  await page.keyboard.type(`${month}${date}${year}`);
  await page.keyboard.press('Tab');
  return true;
};

const fillList = async (page: Page, pointer: string, items: readonly Json[]): Promise<Made> => {
  const input = controlAt(page, pointer);
  if ((await input.count()) !== 1) return items.length === 0;
  const texts = items.flatMap((item) => (typeof item === 'string' && item !== '' ? [item] : []));
  if (texts.length < items.length) return false;
  for (const text of texts) {
    await input.fill(text);
    await input.press('Enter');
  }
  return true;
};

const fillTurns = async (page: Page, pointer: string, rules: readonly Json[]): Promise<Made> => {
  if (rules.length === 0) return false;
  for (const [place, rule] of rules.entries()) {
    if (place > 0) await page.getByRole('button', { name: campaignFormWords.addReward }).click();
    if (!isObject(rule) || !(await fillMembers(page, `${pointer}/${place.toString()}`, rule))) return false;
  }
  return true;
};

/** A group begins with one comparison; each further one is asked for. */
const fillConditions = async (page: Page, pointer: string, conditions: readonly Json[]): Promise<Made> => {
  // Without its last comparison a tree is gone.
  if (conditions.length === 0) return false;
  for (const [place, condition] of conditions.entries()) {
    const inner = `${pointer}/${place.toString()}`;
    const isThere = (await page.locator(`[name^="${inner}/"]`).count()) > 0;
    if (!isThere) await page.getByRole('button', { name: conditionWords.addComparison }).last().click();
    if (!isObject(condition) || !(await fillComparison(page, inner, condition))) return false;
  }
  return true;
};

const fillComparison = async (
  page: Page,
  at: string,
  { field, op, value }: Readonly<Record<string, Json>>,
): Promise<Made> => {
  if (!(await fillMembers(page, at, { op: op ?? null, field: field ?? null }))) return false;
  if (typeof value === 'boolean' && op !== 'exists') return false;
  if (typeof value === 'number')
    await controlAt(page, `${at}/op`)
      .locator('xpath=ancestor::*[@role="group"]')
      .getByLabel(conditionWords.valueKind)
      .selectOption('number');
  return fillLeaf(page, `${at}/value`, value ?? null);
};

interface StoredCampaign {
  readonly id: string;
}

/** The newest campaign of an environment, as the API shows it. */
export const newestCampaign = async (api: Api): Promise<StoredCampaign> => {
  const { text } = await api.get('/campaigns?limit=1');
  const [newest] = (JSON.parse(text) as { readonly campaigns: readonly StoredCampaign[] }).campaigns;
  if (newest === undefined) throw new Error('there is no campaign');
  return newest;
};
