import { Outlet } from '@tanstack/react-router';
import { useMedia } from '../components/hooks/use-media.ts';
import { PhoneBar } from './navigation/phone-bar.tsx';
import { texts } from './texts.ts';
import { Sidebar } from './navigation/sidebar.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState, useEffect, useRef } from 'react';
import { queries } from '../api/queries.ts';
import type { Restart } from '../../../contracts/api/index.ts';
import { ApiProblem } from '../api/request.ts';
import { useIsAway } from '../api/streams/all-runs-stream.ts';
import { Notice } from '../components/layout/notice.tsx';
import { domains } from '../domains.ts';
import { toast } from '../components/notices/toast.ts';
import { queryClient } from '../api/query-client.ts';
import { timeOfDay } from '../components/values/instant.ts';

const away = texts.notices.unreachable;
const demo = texts.notices.demo;

/** What is missing, and that the demo model is no LLM, on every page. */
function Notices() {
  const isAway = useIsAway();
  const { data, error } = useQuery({
    ...queries.ready(),
    refetchInterval: ({ state }) => (isAway || state.error ? 1_000 : 10_000),
  });
  const isUnreachable = error instanceof ApiProblem && error.status === 0;
  useTellReturn(isUnreachable);
  const missing = data?.checks?.filter(({ status }) => status === 'missing') ?? [];
  return (
    <div role="status">
      {isUnreachable && <Notice urgent>{away}</Notice>}
      {!isUnreachable &&
        missing.map(({ name, detail, fix }) => (
          <Notice key={name} urgent>
            {[detail, fix].filter(Boolean).join('. ')}
          </Notice>
        ))}
      {data?.restarts?.map((restart) => (
        <RestartNotice key={restart.part} restart={restart} />
      ))}
      {domains.map(({ name, Notice: Own }) => Own && <Own key={name} />)}
      {data?.models?.demo && <DemoNotice />}
    </div>
  );
}

function DemoNotice() {
  return <HideableNotice name="demo">{demo}</HideableNotice>;
}

/** What ended by itself; hidden, the next time is shown again. */
function RestartNotice({ restart: { part, reason, at, count } }: { restart: Restart }) {
  const time = timeOfDay(at);
  return (
    <HideableNotice name={`restart:${at}`}>
      {texts.notices.restarted[part]({ reason, time, count })}
    </HideableNotice>
  );
}

/** Can be hidden until the browser is closed. */
function HideableNotice({ name, children }: { name: string; children: string }) {
  const key = `baton:${name}-notice-hidden`;
  const [isHidden, setIsHidden] = useState(() => sessionStorage.getItem(key) !== null);
  if (isHidden) return null;
  return (
    <Notice
      onHide={() => {
        sessionStorage.setItem(key, 'yes');
        setIsHidden(true);
      }}
    >
      {children}
    </Notice>
  );
}

/** When the server is back, says so, and everything that is shown is read again. */
function useTellReturn(isUnreachable: boolean): void {
  const was = useRef(isUnreachable);
  useEffect(() => {
    if (was.current && !isUnreachable) {
      toast.success(texts.notices.back);
      void readAgain();
    }
    was.current = isUnreachable;
  }, [isUnreachable]);
}

/** What waits to be asked once more is asked at once. */
async function readAgain(): Promise<void> {
  await queryClient.cancelQueries({ predicate: ({ state }) => state.fetchFailureCount > 0 });
  await queryClient.invalidateQueries();
}

/** What surrounds every page: where one can go, and what a person should know. */
export function Shell() {
  const isWide = useMedia('(min-width: 768px)');
  return (
    <div className="relative flex h-dvh flex-col overflow-clip md:flex-row">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-raised focus:p-2"
      >
        {texts.shell.skip}
      </a>
      {isWide && <Sidebar />}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Notices />
        <main
          id="main"
          tabIndex={-1}
          className="relative min-h-0 flex-1 overflow-auto outline-none"
        >
          <Outlet />
        </main>
      </div>
      {!isWide && <PhoneBar />}
    </div>
  );
}
