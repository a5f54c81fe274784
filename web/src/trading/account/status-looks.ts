import type { OrderStatus, OrderType } from '../../../../contracts/trading/orders.ts';
import { texts } from './orders/texts.ts';

type StatusLook = { title: string; colour: string; meaning: string };

const nextBarLook: StatusLook = {
  title: texts.status.nextBar.title,
  colour: 'text-busy',
  meaning: texts.status.nextBar.meaning,
};

type Standing = { status: OrderStatus; type: OrderType };

/** Whether an order is open that has no price to wait for, only a bar. */
export function waitsForBar({ status, type }: Standing): boolean {
  return status === 'accepted' && type === 'market';
}

export function lookOf(order: Standing): StatusLook {
  return waitsForBar(order) ? nextBarLook : statusLooks[order.status];
}

/** The label and look of each order status, and its meaning in a sentence. */
export const statusLooks: Record<OrderStatus, StatusLook> = {
  submitted: {
    title: texts.status.submitted.title,
    colour: 'text-busy',
    meaning: texts.status.submitted.meaning,
  },
  accepted: {
    title: texts.status.open.title,
    colour: 'text-busy',
    meaning: texts.status.open.meaning,
  },
  triggered: {
    title: texts.status.triggered.title,
    colour: 'text-busy',
    meaning: texts.status.triggered.meaning,
  },
  partially_filled: {
    title: texts.status.partlyFilled.title,
    colour: 'text-busy',
    meaning: texts.status.partlyFilled.meaning,
  },
  pending_cancel: {
    title: texts.status.canceling.title,
    colour: 'text-busy',
    meaning: texts.status.canceling.meaning,
  },
  filled: {
    title: texts.status.filled.title,
    colour: 'text-good',
    meaning: texts.status.filled.meaning,
  },
  canceled: {
    title: texts.status.canceled.title,
    colour: 'text-muted',
    meaning: texts.status.canceled.meaning,
  },
  expired: {
    title: texts.status.expired.title,
    colour: 'text-muted',
    meaning: texts.status.expired.meaning,
  },
  denied: {
    title: texts.status.denied.title,
    colour: 'text-bad',
    meaning: texts.status.denied.meaning,
  },
};
