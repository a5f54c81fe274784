import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../api/queries.ts';
import { ApiProblem } from '../api/request.ts';
import { useIsAway } from '../api/streams/all-runs-stream.ts';
import { Notice } from '../components/layout/notice.tsx';
import { domains } from '../domains.ts';
import { useTellReturn } from './use-tell-return.ts';
import { texts } from './texts.ts';

const away = texts.notices.unreachable;
const demo = texts.notices.demo;

/** What is missing, and that the demo model is no LLM, on every page. */
export function Notices() {
  const isAway = useIsAway();
  const { data, error } = useQuery({
    ...queries.ready(),
    refetchInterval: ({ state }) => (isAway || state.error ? 1_000 : 10_000),
  });
  const isUnreachable = error instanceof ApiProblem && error.status === 0;
  useTellReturn(isUnreachable);
  const missing = data?.checks.filter(({ status }) => status === 'missing') ?? [];
  return (
    <div role="status">
      {isUnreachable && <Notice urgent>{away}</Notice>}
      {!isUnreachable &&
        missing.map(({ name, detail, fix }) => (
          <Notice key={name} urgent>
            {[detail, fix].filter(Boolean).join('. ')}
          </Notice>
        ))}
      {domains.map(({ name, Notice: Own }) => Own && <Own key={name} />)}
      {data?.models?.demo && <DemoNotice />}
    </div>
  );
}

const hiddenKey = 'baton:demo-notice-hidden';

/** Can be hidden until the browser is closed. */
function DemoNotice() {
  const [isHidden, setIsHidden] = useState(() => sessionStorage.getItem(hiddenKey) !== null);
  if (isHidden) return null;
  return (
    <Notice
      onHide={() => {
        sessionStorage.setItem(hiddenKey, 'yes');
        setIsHidden(true);
      }}
    >
      {demo}
    </Notice>
  );
}
