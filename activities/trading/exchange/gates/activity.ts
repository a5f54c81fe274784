import type { Gate } from './gate.ts';

/** Gates that limit the number of orders. */
export const activityGates: readonly Gate[] = [
  {
    name: 'open orders',
    sparesReducing: true,
    deny: ({ openOrders, settings: { openOrders: most } }) =>
      most !== null &&
      !(openOrders < most) &&
      `${openOrders} orders are open and the limit is ${most}; cancel one first`,
  },
  {
    name: 'order rate',
    sparesReducing: true,
    deny: ({ recentOrders, settings: { ordersPerMinute: most } }) =>
      most !== null &&
      !(recentOrders < most) &&
      `${recentOrders} orders were accepted in the last minute and the limit is ${most}; order again in a minute`,
  },
];
