import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense, lazy, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { wanted } from './components/notices/toast.ts';
import { DomainContext } from './domain.ts';
import { domains } from './domains.ts';
import { router, showShared } from './router.tsx';
import './styles.css';

const loadToaster = () => import('./components/notices/toaster.tsx');
const Toaster = lazy(loadToaster);

/** Short notices, from the first one on. */
function Notices() {
  const isWanted = useSyncExternalStore(wanted.subscribe, wanted.get);
  return (
    isWanted && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}

if (location.pathname === '/shared') {
  void showShared();
} else {
  startApp();
}

function startApp() {
  createRoot(document.querySelector('#app')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <DomainContext value={domains}>
          <RouterProvider router={router} />
        </DomainContext>
        <Notices />
      </QueryClientProvider>
    </StrictMode>,
  );
  // While the server is there: a notice may be that it is away.
  void loadToaster().catch(() => undefined);
}
