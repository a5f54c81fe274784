import type { Gate } from './gate.ts';

/** Whether there are too many orders. */
export const activityGates: readonly Gate[] = [
  {
    name: 'open orders',
    deny: ({ openOrders, settings: { openOrders: most } }) =>
      most !== null &&
      openOrders >= most &&
      `${openOrders} orders work already, and ${most} may; cancel one with cancel_paper_order`,
  },
  {
    name: 'order rate',
    deny: ({ recentOrders, settings: { ordersPerMinute: most } }) =>
      most !== null &&
      recentOrders >= most &&
      `${recentOrders} orders were taken in the last minute, and ${most} may be; order again in a minute`,
  },
];
