import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster } from 'sonner';
import { queryClient } from './api/query-client.ts';
import { useTheme } from './components/theme/theme.ts';
import { DomainContext } from './domain.ts';
import { domains } from './domains.ts';
import { router, showShared } from './router.tsx';
import './styles.css';

/** Short notices at the foot of the page. */
function Notices() {
  return (
    <Toaster
      position="bottom-right"
      theme={useTheme()}
      closeButton
      style={{ fontFamily: 'inherit' }}
      mobileOffset={{ bottom: 72 }}
    />
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
}
