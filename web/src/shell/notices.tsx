import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../api/queries.ts';
import { ApiProblem } from '../api/request.ts';
import { useIsAway } from '../api/streams/all-runs-stream.ts';
import { useTellReturn } from './use-tell-return.ts';

const away = 'Baton cannot be reached. This page goes on by itself when it is back.';
const demo =
  "Demo model, no LLM: a rule answers. Set a provider's key and start again for a real model.";

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
      {isUnreachable && <Notice text={away} urgent />}
      {!isUnreachable &&
        missing.map(({ name, detail, fix }) => (
          <Notice key={name} text={[detail, fix].filter(Boolean).join('. ')} urgent />
        ))}
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
      text={demo}
      onHide={() => {
        sessionStorage.setItem(hiddenKey, 'yes');
        setIsHidden(true);
      }}
    />
  );
}

type NoticeProps = { text: string; urgent?: boolean; onHide?: () => void };

function Notice({ text, urgent = false, onHide }: NoticeProps) {
  return (
    <div
      className={`flex items-center gap-2 border-b border-line px-4 py-1 ${urgent ? 'py-1.5 text-bad' : 'text-[12px] text-muted'}`}
    >
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <p className="mr-auto">{text}</p>
      {onHide && (
        <button
          type="button"
          aria-label="Hide this notice"
          onClick={onHide}
          className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-hover hover:text-text max-md:size-9"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
