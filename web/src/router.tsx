import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { HomePage } from './pages/home/home-page.tsx';
import { gallerySearchOf } from './pages/gallery/gallery-search.ts';
import { saySearchOf } from './pages/say/say-search.ts';
import { auditSearchOf } from './pages/audit/audit-search.ts';
import { logSearchOf } from './pages/access/log-search.ts';
import { approvalsSearchOf } from './pages/approvals/approvals-search.ts';
import { editorSearchOf } from './pages/editor/page/editor-search.ts';
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
import { loadPage } from './components/layout/load-page.ts';
import type { DomainRoutes } from './domain.ts';
import { domains } from './domains.ts';
import { NotFound } from './shell/not-found.tsx';
import { PageError } from './shell/page-error.tsx';
import { Shell } from './shell/shell.tsx';

/** Pages that are not the first one to look at are loaded when they are opened. */
const editor = loadPage(() => import('./pages/editor/page/editor-page.tsx'));
const gallery = loadPage(() => import('./pages/gallery/gallery-page.tsx'));
const say = loadPage(() => import('./pages/say/say-page.tsx'));
const runs = loadPage(() => import('./pages/runs/runs-page.tsx'));
const compare = loadPage(() => import('./pages/compare/compare-page.tsx'));
const run = loadPage(() => import('./pages/run/run-page.tsx'));
const pipelines = loadPage(() => import('./pages/pipelines/pipelines-page.tsx'));
const start = loadPage(() => import('./pages/pipelines/start/start-page.tsx'));
const approvals = loadPage(() => import('./pages/approvals/approvals-page.tsx'));
const agents = loadPage(() => import('./pages/agents/agents-page.tsx'));
const costs = loadPage(() => import('./pages/costs/costs-page.tsx'));
const memory = loadPage(() => import('./pages/memory/memory-page.tsx'));
const models = loadPage(() => import('./pages/models/models-page.tsx'));
const notifications = loadPage(() => import('./pages/notifications/notifications-page.tsx'));
const requests = loadPage(() => import('./pages/requests/requests-page.tsx'));
const request = loadPage(() => import('./pages/requests/request-page.tsx'));
const examples = loadPage(() => import('./pages/requests/examples-page.tsx'));
const playground = loadPage(() => import('./pages/requests/playground/playground-page.tsx'));
const tasks = loadPage(() => import('./pages/tasks/tasks-page.tsx'));
const audit = loadPage(() => import('./pages/audit/audit-page.tsx'));
const tools = loadPage(() => import('./pages/tools/tools-page.tsx'));
const keys = loadPage(() => import('./pages/access/keys-page.tsx'));
const sessions = loadPage(() => import('./pages/access/sessions-page.tsx'));
const accessLog = loadPage(() => import('./pages/access/log-page.tsx'));
const triggers = loadPage(() => import('./pages/triggers/triggers-page.tsx'));
const trigger = loadPage(() => import('./pages/triggers/trigger-page.tsx'));
const users = loadPage(() => import('./pages/users/users-page.tsx'));

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** Every page of the engine, by its path. A page is a folder in `pages/`. */
const routes = [
  createRoute({ getParentRoute: () => root, path: '/', component: HomePage }),
  createRoute({
    getParentRoute: () => root,
    path: '/pipelines',
    component: lazyRouteComponent(pipelines, 'PipelinesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/pipelines/new',
    component: lazyRouteComponent(editor, 'NewPipelinePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/pipelines/$name',
    component: lazyRouteComponent(start, 'StartPage'),
    validateSearch: startSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/pipelines/$name/edit',
    component: lazyRouteComponent(editor, 'EditorPage'),
    validateSearch: editorSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/gallery',
    component: lazyRouteComponent(gallery, 'GalleryPage'),
    validateSearch: gallerySearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/say',
    component: lazyRouteComponent(say, 'SayPage'),
    validateSearch: saySearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs',
    component: lazyRouteComponent(runs, 'RunsPage'),
    validateSearch: runFilterOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs/compare',
    component: lazyRouteComponent(compare, 'ComparePage'),
    validateSearch: comparedIdsOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs/$runId',
    component: lazyRouteComponent(run, 'RunPage'),
    validateSearch: runPlaceOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/triggers',
    component: lazyRouteComponent(triggers, 'TriggersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/triggers/$id',
    component: lazyRouteComponent(trigger, 'TriggerPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tasks',
    component: lazyRouteComponent(tasks, 'TasksPage'),
    validateSearch: taskFilterOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/notifications',
    component: lazyRouteComponent(notifications, 'NotificationsPage'),
    validateSearch: notificationsSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/approvals',
    component: lazyRouteComponent(approvals, 'ApprovalsPage'),
    validateSearch: approvalsSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents',
    component: lazyRouteComponent(agents, 'AgentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents/$name/memory',
    component: lazyRouteComponent(memory, 'MemoryPage'),
    validateSearch: memorySearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tools',
    component: lazyRouteComponent(tools, 'ToolsPage'),
    validateSearch: toolsSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tools/$name',
    component: lazyRouteComponent(tools, 'ToolsPage'),
    validateSearch: toolsSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users',
    component: lazyRouteComponent(users, 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access',
    component: lazyRouteComponent(keys, 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access/sessions',
    component: lazyRouteComponent(sessions, 'SessionsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access/log',
    component: lazyRouteComponent(accessLog, 'LogPage'),
    validateSearch: logSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    component: lazyRouteComponent(audit, 'AuditPage'),
    validateSearch: auditSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/models',
    component: lazyRouteComponent(models, 'ModelsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests',
    component: lazyRouteComponent(requests, 'RequestsPage'),
    validateSearch: requestsSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/playground',
    component: lazyRouteComponent(playground, 'PlaygroundPage'),
    validateSearch: playgroundSearchOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/examples',
    component: lazyRouteComponent(examples, 'ExamplesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/$id',
    component: lazyRouteComponent(request, 'RequestPage'),
    validateSearch: requestViewOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/costs',
    component: lazyRouteComponent(costs, 'CostsPage'),
    validateSearch: costsSearchOf,
  }),
];

const domainRoutes = domains.flatMap((domain) => domain.routes(root));

/** Shows a run by its link, without the app around it. */
export async function showShared(): Promise<void> {
  return (await import('./pages/shared/show-shared.ts')).showShared();
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
