import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { gallerySearchOf } from './pages/gallery/gallery-search.ts';
import { saySearchOf } from './pages/say/say-search.ts';
import { auditSearchOf } from './pages/audit/audit-search.ts';
import { logSearchOf } from './pages/access/log-search.ts';
import { approvalsSearchOf } from './pages/approvals/approvals-search.ts';
import { editorSearchOf } from './pages/editor/state/editor-search.ts';
import { startSearchOf } from './pages/pipelines/start/start-search.ts';
import { runPlaceOf } from './pages/run/run-search.ts';
import { comparedIdsOf } from './pages/compare/compare-search.ts';
import { runFilterOf } from './pages/runs/run-filter.ts';
import { memorySearchOf } from './pages/memory/memory-search.ts';
import {
  playgroundSearchOf,
  requestsSearchOf,
  requestViewOf,
} from './pages/requests/requests-search.ts';
import { costsSearchOf } from './pages/costs/costs-search.ts';
import { toolsSearchOf } from './pages/tools/tools-search.ts';
import { notificationsSearchOf } from './pages/notifications/notifications-search.ts';
import { taskFilterOf } from './pages/tasks/task-filter.ts';
import * as pages from './pages/loaded.ts';
import type { DomainRoutes } from './domain.ts';
import { domains } from './domains.ts';
import { NotFound } from './shell/not-found.tsx';
import { PageError } from './shell/page-error.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** Every page of the engine, by its path. A page is a folder in `pages/`. */
const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(pages.home, 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/pipelines',
    component: lazyRouteComponent(pages.pipelines, 'PipelinesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/pipelines/new',
    component: lazyRouteComponent(pages.editor, 'NewPipelinePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/pipelines/$name',
    component: lazyRouteComponent(pages.start, 'StartPage'),
    validateSearch: startSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/pipelines/$name/edit',
    component: lazyRouteComponent(pages.editor, 'EditorPage'),
    validateSearch: editorSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/gallery',
    component: lazyRouteComponent(pages.gallery, 'GalleryPage'),
    validateSearch: gallerySearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/say',
    component: lazyRouteComponent(pages.say, 'SayPage'),
    validateSearch: saySearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs',
    component: lazyRouteComponent(pages.runs, 'RunsPage'),
    validateSearch: runFilterOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs/compare',
    component: lazyRouteComponent(pages.compare, 'ComparePage'),
    validateSearch: comparedIdsOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs/$runId',
    component: lazyRouteComponent(pages.run, 'RunPage'),
    validateSearch: runPlaceOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/triggers',
    component: lazyRouteComponent(pages.triggers, 'TriggersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/triggers/$id',
    component: lazyRouteComponent(pages.trigger, 'TriggerPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tasks',
    component: lazyRouteComponent(pages.tasks, 'TasksPage'),
    validateSearch: taskFilterOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/notifications',
    component: lazyRouteComponent(pages.notifications, 'NotificationsPage'),
    validateSearch: notificationsSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/approvals',
    component: lazyRouteComponent(pages.approvals, 'ApprovalsPage'),
    validateSearch: approvalsSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents',
    component: lazyRouteComponent(pages.agents, 'AgentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents/$name/memory',
    component: lazyRouteComponent(pages.memory, 'MemoryPage'),
    validateSearch: memorySearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tools',
    component: lazyRouteComponent(pages.tools, 'ToolsPage'),
    validateSearch: toolsSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tools/$name',
    component: lazyRouteComponent(pages.tools, 'ToolsPage'),
    validateSearch: toolsSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users',
    component: lazyRouteComponent(pages.users, 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access',
    component: lazyRouteComponent(pages.keys, 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access/sessions',
    component: lazyRouteComponent(pages.sessions, 'SessionsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access/log',
    component: lazyRouteComponent(pages.accessLog, 'LogPage'),
    validateSearch: logSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    component: lazyRouteComponent(pages.audit, 'AuditPage'),
    validateSearch: auditSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/models',
    component: lazyRouteComponent(pages.models, 'ModelsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests',
    component: lazyRouteComponent(pages.requests, 'RequestsPage'),
    validateSearch: requestsSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/playground',
    component: lazyRouteComponent(pages.playground, 'PlaygroundPage'),
    validateSearch: playgroundSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/examples',
    component: lazyRouteComponent(pages.examples, 'ExamplesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/$id',
    component: lazyRouteComponent(pages.request, 'RequestPage'),
    validateSearch: requestViewOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/costs',
    component: lazyRouteComponent(pages.costs, 'CostsPage'),
    validateSearch: costsSearchOf,
  }),
];

const domainRoutes = domains.flatMap((domain) => domain.routes(root));

/** Shows a run by its link, without the app around it. */
export async function showShared(): Promise<void> {
  return (await import('./pages/shared/show-shared.tsx')).showShared(domains);
}

export const router = createRouter({
  routeTree: root.addChildren([...routes, ...(domainRoutes as DomainRoutes[keyof DomainRoutes][])]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  // What a page does not know of its address would go on to the API, which refuses it.
  search: { strict: true },
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
