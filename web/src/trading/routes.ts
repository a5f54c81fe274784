import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Register, RootRoute } from '@tanstack/react-router';
import { loadPage } from '../components/layout/load-page.ts';
import { accountSearchOf, staysWithAccount } from './account/account-search.ts';
import { ordersSearchOf } from './account/orders/orders-search.ts';
import { performanceSearchOf } from './account/performance/performance-search.ts';
import { watchlistSearchOf } from './watchlist/watchlist-search.ts';

const account = loadPage(() => import('./account/account-page.tsx'));
const orders = loadPage(() => import('./account/orders/orders-page.tsx'));
const order = loadPage(() => import('./account/orders/order-page.tsx'));
const performance = loadPage(() => import('./account/performance/performance-page.tsx'));
const gates = loadPage(() => import('./account/gates/gates-page.tsx'));
const watchlist = loadPage(() => import('./watchlist/watchlist-page.tsx'));

export const routes = (root: RootRoute<Register>) => [
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    component: lazyRouteComponent(account, 'AccountPage'),
    validateSearch: accountSearchOf,
    search: staysWithAccount,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/account/orders',
    component: lazyRouteComponent(orders, 'OrdersPage'),
    validateSearch: (search: Record<string, unknown>) => ({
      ...ordersSearchOf(search),
      ...accountSearchOf(search),
    }),
    search: staysWithAccount,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/account/orders/$orderId',
    component: lazyRouteComponent(order, 'OrderPage'),
    validateSearch: accountSearchOf,
    search: staysWithAccount,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/account/performance',
    component: lazyRouteComponent(performance, 'PerformancePage'),
    validateSearch: (search: Record<string, unknown>) => ({
      ...performanceSearchOf(search),
      ...accountSearchOf(search),
    }),
    search: staysWithAccount,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/account/gates',
    component: lazyRouteComponent(gates, 'GatesPage'),
    validateSearch: accountSearchOf,
    search: staysWithAccount,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/watchlist',
    component: lazyRouteComponent(watchlist, 'WatchlistPage'),
    validateSearch: watchlistSearchOf,
  }),
];

declare module '../domain.ts' {
  interface DomainRoutes {
    trading: ReturnType<typeof routes>[number];
  }
}
