import { QueryClient, QueryClientProvider, onlineManager } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { SharedRun } from '../../../../contracts/api/index.ts';
import { ApiProblem, request } from '../../api/request.ts';
import { AloneContext } from '../../components/alone.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { DomainContext } from '../../domain.ts';
import type { Domain } from '../../domain.ts';
import { shareTexts } from '../run/share/texts.ts';
import { SharedPage } from './shared-page.tsx';

const { link } = shareTexts;

/** Shows the run of the link that was opened in place of the app. Whoever has the link needs no account. */
export async function showShared(domains: readonly Domain[]): Promise<void> {
  // What draws a run would ask for more of it: here, all that there is has come with it.
  onlineManager.setEventListener(() => undefined);
  onlineManager.setOnline(false);
  const client = new QueryClient();
  const root = createRoot(document.querySelector('#app')!);
  const content = await contentOf(location.hash.slice(1));
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <DomainContext value={domains}>
          <AloneContext value>{content}</AloneContext>
        </DomainContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}

async function contentOf(token: string): Promise<ReactNode> {
  if (token === '') return <Closed title={link.noLink} note={link.noLinkNote} />;
  try {
    const shared = await request<SharedRun>('/shared-run', { method: 'POST', body: { token } });
    return <SharedPage shared={shared} />;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return <Closed title={link.closed} note={error.message} />;
  }
}

/** In place of the run where a link does not open one. */
function Closed({ title, note }: { title: string; note: string }) {
  return (
    <main className="grid min-h-dvh place-items-center p-5">
      <EmptyState title={title} isPage>
        <p className="max-w-prose text-muted">{note}</p>
      </EmptyState>
    </main>
  );
}
