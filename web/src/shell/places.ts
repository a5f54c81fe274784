import {
  Bell,
  Bot,
  CircleCheckBig,
  Coins,
  Gauge,
  History,
  KeyRound,
  MessagesSquare,
  ListTodo,
  ScrollText,
  Users,
  Workflow,
  Wrench,
  Zap,
} from 'lucide-react';
import type { Place } from '../domain.ts';
import { domains } from '../domains.ts';

/** What the sidebar and the command palette lead to, in their order. */
export const places: Place[] = [
  { path: '/pipelines', title: 'Pipelines', icon: Workflow },
  { path: '/triggers', title: 'Triggers', icon: Zap },
  { path: '/runs', title: 'Runs', icon: History },
  { path: '/tasks', title: 'Tasks', icon: ListTodo },
  { path: '/approvals', title: 'Approvals', icon: CircleCheckBig },
  { path: '/notifications', title: 'Notifications', icon: Bell },
  ...domains.flatMap((domain) => domain.places),
  { path: '/agents', title: 'Agents', icon: Bot },
  { path: '/tools', title: 'Tools', icon: Wrench },
  { path: '/users', title: 'Users', icon: Users },
  { path: '/access', title: 'Access', icon: KeyRound },
  { path: '/audit', title: 'Audit log', icon: ScrollText },
  { path: '/requests', title: 'Requests', icon: MessagesSquare },
  { path: '/models', title: 'Models', icon: Gauge },
  { path: '/costs', title: 'Costs', icon: Coins },
];
