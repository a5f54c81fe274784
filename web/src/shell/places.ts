import {
  Bell,
  Bot,
  ChartCandlestick,
  CircleCheckBig,
  Coins,
  Eye,
  Gauge,
  History,
  ListTodo,
  ScrollText,
  Users,
  Workflow,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

/** A page that one can always go to. */
export type Place = { path: string; title: string; icon: LucideIcon };

/** What the sidebar and the command palette lead to, in their order. */
export const places: Place[] = [
  { path: '/pipelines', title: 'Pipelines', icon: Workflow },
  { path: '/runs', title: 'Runs', icon: History },
  { path: '/tasks', title: 'Tasks', icon: ListTodo },
  { path: '/approvals', title: 'Approvals', icon: CircleCheckBig },
  { path: '/notifications', title: 'Notifications', icon: Bell },
  { path: '/account', title: 'Paper account', icon: ChartCandlestick },
  { path: '/watchlist', title: 'Watchlist', icon: Eye },
  { path: '/agents', title: 'Agents', icon: Bot },
  { path: '/tools', title: 'Tools', icon: Wrench },
  { path: '/users', title: 'Users', icon: Users },
  { path: '/audit', title: 'Audit log', icon: ScrollText },
  { path: '/models', title: 'Models', icon: Gauge },
  { path: '/costs', title: 'Costs', icon: Coins },
];
