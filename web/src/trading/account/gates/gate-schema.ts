import type { Gates } from '../../../../../contracts/trading/gates.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../../contracts/base/json.ts';
import { cents, decimal } from '../../../components/values/figures.ts';
import { percent } from './gate-rows.ts';
import { gateTitles } from './gate-titles.ts';
import { texts } from './texts.ts';

type Limitless = {
  [Name in keyof Gates]: null extends Gates[Name] ? Name : never;
}[keyof Gates];

/** The optional gates: each has a limit or none. */
export const optionalGates = {
  orderNotional: true,
  positionShare: true,
  dailyLoss: true,
  openOrders: true,
  ordersPerMinute: true,
  priceCollarPercent: true,
  fillCollarPercent: true,
  symbols: true,
} satisfies Record<Limitless, true>;

/** The gates that this form can set, with their titles; the others stay unchanged. */
const settable = {
  orderNotional: { type: 'number', title: texts.fields.usd(gateTitles.orderNotional) },
  positionShare: { type: 'number', title: texts.fields.shareOfEquity(gateTitles.positionShare) },
  grossExposure: {
    type: 'number',
    title: texts.fields.multipleOfEquity(gateTitles.grossExposure),
  },
  dailyLoss: { type: 'number', title: texts.fields.usd(gateTitles.dailyLoss) },
  timeZone: { type: 'string', title: texts.fields.timeZone(gateTitles.timeZone) },
  openOrders: { type: 'integer', title: gateTitles.openOrders },
  ordersPerMinute: { type: 'integer', title: gateTitles.ordersPerMinute },
  priceCollarPercent: {
    type: 'number',
    title: texts.fields.percent(gateTitles.priceCollarPercent),
  },
  fillCollarPercent: {
    type: 'number',
    title: texts.fields.percent(gateTitles.fillCollarPercent),
  },
  maintenanceMargin: {
    type: 'number',
    title: texts.fields.shareOfPositions(gateTitles.maintenanceMargin),
  },
  borrowFeePercent: {
    type: 'number',
    title: texts.fields.percentPerYear(gateTitles.borrowFeePercent),
  },
  sameBarExit: { enum: ['stop', 'target'], title: gateTitles.sameBarExit },
  symbols: { type: 'array', items: { type: 'string' }, title: texts.fields.symbols },
  allowShort: { enum: [true, false], title: gateTitles.allowShort },
} satisfies Partial<Record<keyof Gates, JsonObject>>;

/** The fields of the gates form; each shows the value that applies if it is empty. */
export function gateSchema(defaults: Gates): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(settable).map(([name, property]) => {
        const own = defaults[name as keyof typeof settable];
        const description = `${texts.fields.default}: ${settingText(name, own)}`;
        return [name, { ...property, description }];
      }),
    ),
  };
}

const shares: ReadonlySet<string> = new Set([
  'positionShare',
  'grossExposure',
  'maintenanceMargin',
]);

/** The overrides that this form keeps but cannot change. */
export function keptChanges(changes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !(name in settable)));
}

function settingText(name: string, value: Json | undefined): string {
  if (value === null) return name === 'symbols' ? 'all' : texts.values.noLimit;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'allowed' : texts.values.notAllowed;
  if (typeof value === 'string') return value;
  const figure = Number(value);
  if (name === 'orderNotional' || name === 'dailyLoss') return cents(figure);
  // As the page shows it, beside what is entered here.
  return shares.has(name) ? texts.values.share(decimal(figure), percent(figure)) : decimal(figure);
}
