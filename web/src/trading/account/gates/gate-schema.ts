import type { Gates } from '../../../../../contracts/trading/gates.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../../contracts/base/json.ts';
import { cents, decimal } from '../../../components/values/figures.ts';
import { gateTitles } from './gate-titles.ts';

type Limitless = {
  [Name in keyof Gates]: null extends Gates[Name] ? Name : never;
}[keyof Gates];

/** The gates that need not be there: each is a limit, or none. */
export const optionalGates = {
  orderNotional: true,
  positionShare: true,
  dailyLoss: true,
  openOrders: true,
  ordersPerMinute: true,
  priceCollarPercent: true,
  symbols: true,
} satisfies Record<Limitless, true>;

/** The gates that can be set here, with what each is called; the others stay as they are. */
const settable = {
  orderNotional: { type: 'number', title: `${gateTitles.orderNotional} (USD)` },
  positionShare: { type: 'number', title: `${gateTitles.positionShare}, as a part of the equity` },
  grossExposure: {
    type: 'number',
    title: `${gateTitles.grossExposure}, as a multiple of the equity`,
  },
  dailyLoss: { type: 'number', title: `${gateTitles.dailyLoss} (USD)` },
  timeZone: { type: 'string', title: `${gateTitles.timeZone}, such as Europe/Berlin` },
  openOrders: { type: 'integer', title: gateTitles.openOrders },
  ordersPerMinute: { type: 'integer', title: gateTitles.ordersPerMinute },
  priceCollarPercent: { type: 'number', title: `${gateTitles.priceCollarPercent}, in percent` },
  symbols: { type: 'array', items: { type: 'string' }, title: 'Symbols that may be traded' },
  allowShort: { enum: [true, false], title: gateTitles.allowShort },
} satisfies Partial<Record<keyof Gates, JsonObject>>;

/** What a form for the gates asks for; each says what counts where it is left empty. */
export function gateSchema(defaults: Gates): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(settable).map(([name, property]) => {
        const own = defaults[name as keyof typeof settable];
        const isOptional = name in optionalGates;
        const kept = isOptional ? 'As set up' : 'Left empty';
        return [name, { ...property, description: `${kept}: ${settingText(name, own)}` }];
      }),
    ),
  };
}

/** What stays set though it cannot be changed here. */
export function keptChanges(changes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !(name in settable)));
}

function settingText(name: string, value: Json | undefined): string {
  if (value === null) return name === 'symbols' ? 'all' : 'no limit';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'allowed' : 'not allowed';
  if (typeof value === 'string') return value;
  const isMoney = name === 'orderNotional' || name === 'dailyLoss';
  return isMoney ? cents(Number(value)) : decimal(Number(value));
}
