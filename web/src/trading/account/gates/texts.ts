import { counted } from '../../../components/values/words.ts';

/** Texts of the gates page. */
export const texts = {
  page: {
    tab: 'Gates and kill switch',
    unknown: 'The gates appear here when a worker starts.',
    title: 'Gates before every order',
    edit: 'Edit gates',
    mismatch: (reason: string) =>
      `Trading is blocked: the account's records do not match its events. ${reason}`,
    usageUnknown: (reason: string) => `Current usage is unknown. ${reason}`,
    matches: "The account's records match its events, compared",
    compared: 'Compared',
    fees: (gates: {
      makerFeeBasisPoints: number;
      takerFeeBasisPoints: number;
      slippageBasisPoints: number;
      volumeShare: number;
    }) =>
      `Fees: maker ${gates.makerFeeBasisPoints} bp, taker ${gates.takerFeeBasisPoints} bp. Slippage: ${gates.slippageBasisPoints} bp. An order fills at most ${gates.volumeShare * 100} % of the volume of a bar.`,
    notCompared: "Baton has not compared the account's records with its events yet.",
  },
  table: {
    label: 'Gates',
    gate: 'Gate',
    limit: 'Limit',
    used: 'Current',
    share: 'Used',
  },
  titles: {
    orderNotional: 'Order value',
    positionShare: 'Largest position',
    grossExposure: 'Gross exposure',
    dailyLoss: 'Daily loss',
    timeZone: 'Time zone of the trading day',
    openOrders: 'Open orders',
    ordersPerMinute: 'Orders per minute',
    priceCollar: 'Distance from the decision price',
    fillCollar: 'Distance of a fill from the expected price',
    maintenanceMargin: 'Maintenance margin',
    borrowFee: 'Borrow fee of shorts',
    sameBarExit: 'Stop or target first, if a bar reaches both',
    symbols: 'Symbols',
    shortSelling: 'Short selling',
  },
  values: {
    share: (figure: string, percent: string) => `${figure} (${percent})`,
    notAllowed: 'not allowed',
    perYear: (share: string) => `${share} per year`,
    ofShorts: (share: string) => `${share} of shorts`,
    ofEquity: (share: string) => `${share} of equity`,
    noPosition: 'no position',
    noPriceBefore: 'unknown: no earlier price',
    up: (amount: string) => `none (up ${amount})`,
    noLimit: 'no limit',
    default: 'default',
  },
  changes: {
    title: 'Changes',
    time: 'Time',
    by: 'By',
    what: 'Change',
    reason: 'Reason',
    older: 'Load older changes',
    stopped: 'Stopped all trading',
    resumed: 'Resumed trading',
    stoppedEvery: 'Stopped every account',
    resumedEvery: 'Resumed every account',
    members: (members: string) => `Members: ${members}`,
  },
  dialog: {
    saved: 'Gates saved. They apply immediately.',
    title: 'Edit gates',
    save: 'Save gates',
    reason: 'Reason (optional)',
  },
  fields: {
    usd: (gate: string) => `${gate} (USD)`,
    shareOfEquity: (gate: string) => `${gate}, as a share of equity`,
    shareOfPositions: (title: string) => `${title} (share of the value of shorts)`,
    multipleOfEquity: (gate: string) => `${gate}, as a multiple of equity`,
    timeZone: (gate: string) => `${gate}, such as Europe/Berlin`,
    percentPerYear: (gate: string) => `${gate}, in percent per year`,
    percent: (gate: string) => `${gate}, in percent`,
    symbols: 'Symbols that you can trade',
    default: 'Default',
  },
  limit: {
    allSymbols: 'All symbols',
    none: 'No limit',
    someSymbols: 'Only selected symbols',
    some: 'Limit',
    symbols: 'Symbols, one per line',
    of: (gate: string) => `${gate}: limit`,
  },
  state: {
    stopped: 'Trading is stopped',
    on: 'Trading is on',
  },
  killSwitch: {
    turnedOn: 'Turned on',
    turnedOff: 'Turned off',
    by: (by: string | null, reason: string | null) => `by ${by}${reason ? `: ${reason}` : ''}`,
    title: 'Kill switch:',
    stopped: 'trading is stopped',
    on: 'trading is on',
    stoppedNote:
      'Baton accepts only orders that reduce a position, even after a restart. You can always cancel orders.',
    onNote:
      'The kill switch immediately stops every order that opens a position or adds to one, until a person resumes trading.',
    resume: 'Resume trading',
    stop: 'Stop all trading',
    resumeTitle: 'Resume trading?',
    stopTitle: 'Stop all trading?',
    cancel: 'Cancel',
    resumed: 'Trading resumed',
    stoppedAnd: (orders: string) => `Trading stopped${orders}`,
    canceling: (count: number) => `. Cancelling ${counted(count, 'order')}`,
    resumeNote: 'Agents, runs and people can place orders again immediately.',
    stopNote:
      'Until a person resumes trading, Baton accepts only orders that reduce a position. Positions and their stops and targets stay.',
    everyStopped: 'trading is stopped on every account',
    everyAccount: 'Stop every account, not only this one',
    resumeEveryNote:
      'Agents, runs and people can place orders again immediately. Accounts that were stopped on their own stay stopped.',
    cancelOrders: 'Cancel open orders that open a position or add to one',
    reason: 'Reason (optional)',
  },
};
