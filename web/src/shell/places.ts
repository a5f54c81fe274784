import {
  Bell,
  Bot,
  CircleCheckBig,
  Coins,
  Gauge,
  History,
  House,
  KeyRound,
  MessagesSquare,
  LayoutGrid,
  ListTodo,
  ScrollText,
  Sparkles,
  Users,
  Workflow,
  Wrench,
  Zap,
} from 'lucide-react';
import type { Place, PlaceGroup } from '../domain.ts';
import { domains } from '../domains.ts';
import { texts } from './texts.ts';

/** Where the app begins, above the groups. */
export const home: Place = { path: '/', title: texts.shell.home, icon: House };

/** What the sidebar leads to, under its headings. */
export const placeGroups: readonly PlaceGroup[] = [
  {
    title: texts.groups.build,
    places: [
      { path: '/pipelines', title: 'Pipelines', icon: Workflow },
      { path: '/say', title: 'Say it', icon: Sparkles },
      { path: '/gallery', title: 'Gallery', icon: LayoutGrid },
      { path: '/agents', title: 'Agents', icon: Bot },
      { path: '/tools', title: 'Tools', icon: Wrench },
      { path: '/triggers', title: 'Triggers', icon: Zap },
    ],
  },
  {
    title: texts.groups.operate,
    places: [
      { path: '/runs', title: 'Runs', icon: History },
      { path: '/tasks', title: 'Tasks', icon: ListTodo },
      { path: '/approvals', title: 'Approvals', icon: CircleCheckBig },
      { path: '/notifications', title: 'Notifications', icon: Bell },
      { path: '/requests', title: 'Requests', icon: MessagesSquare },
      { path: '/models', title: 'Models', icon: Gauge },
      { path: '/costs', title: 'Costs and health', icon: Coins },
    ],
  },
  ...domains.map(({ placeGroup }) => placeGroup),
  {
    title: texts.groups.govern,
    places: [
      { path: '/users', title: 'Users', icon: Users },
      { path: '/access', title: 'Access', icon: KeyRound },
      { path: '/audit', title: 'Audit log', icon: ScrollText },
    ],
  },
];

/** The same without headings, as the command palette lists them. */
export const places: readonly Place[] = [home, ...placeGroups.flatMap((group) => group.places)];
