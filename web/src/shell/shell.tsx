import { Outlet } from '@tanstack/react-router';
import { useMedia } from '../components/hooks/use-media.ts';
import { PhoneBar } from './navigation/phone-bar.tsx';
import { Sidebar } from './navigation/sidebar.tsx';
import { Notices } from './notices.tsx';
import { texts } from './texts.ts';

/** What surrounds every page: where one can go, and what a person should know. */
export function Shell() {
  const isWide = useMedia('(min-width: 768px)');
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-raised focus:p-2"
      >
        {texts.shell.skip}
      </a>
      {isWide && <Sidebar />}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Notices />
        <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-auto outline-none">
          <Outlet />
        </main>
      </div>
      {!isWide && <PhoneBar />}
    </div>
  );
}
