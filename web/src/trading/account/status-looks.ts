import type { OrderStatus } from '../../../../contracts/trading/orders.ts';

/** How the state of an order is called and looks, and what it means in a sentence. */
export const statusLooks: Record<OrderStatus, { title: string; colour: string; meaning: string }> =
  {
    submitted: {
      title: 'Submitted',
      colour: 'text-busy',
      meaning: 'It was sent, and the exchange has not answered yet.',
    },
    accepted: {
      title: 'Open',
      colour: 'text-busy',
      meaning:
        'It waits for its price. A buy holds the cash for its worth, slippage and fee until it ends.',
    },
    triggered: {
      title: 'Triggered',
      colour: 'text-busy',
      meaning: 'Its stop price was reached, and it waits to be filled.',
    },
    partially_filled: {
      title: 'Partly filled',
      colour: 'text-busy',
      meaning:
        'A part is filled and the rest waits: a fill takes a share of the volume of a bar at most.',
    },
    pending_cancel: {
      title: 'To be canceled',
      colour: 'text-busy',
      meaning: 'Its end was asked for; what is on its way can still be filled.',
    },
    filled: {
      title: 'Filled',
      colour: 'text-good',
      meaning: 'All of it is filled; the cash that it held is released.',
    },
    canceled: {
      title: 'Canceled',
      colour: 'text-muted',
      meaning: 'It was ended before all of it was filled; the cash that it held is released.',
    },
    expired: {
      title: 'Expired',
      colour: 'text-muted',
      meaning: 'Its time was over before all of it was filled; the cash that it held is released.',
    },
    denied: {
      title: 'Denied',
      colour: 'text-bad',
      meaning: 'A check before the exchange refused it: it held no cash, and nothing was traded.',
    },
  };
