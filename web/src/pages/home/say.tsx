import { useNavigate } from '@tanstack/react-router';
import { toast } from '../../components/notices/toast.ts';
import { SayForm } from '../say/say-form.tsx';
import { useAsk, useIsDemo } from '../say/use-say.ts';

/** Where one says what one wants; what comes of it has a page of its own. */
export function Say() {
  const navigate = useNavigate();
  const isDemo = useIsDemo();
  const goTo = (search: { run: string } | { request: string }) =>
    void navigate({ to: '/say', search });
  const ask = useAsk((run) => goTo({ run }));
  return (
    <SayForm
      isWaiting={isDemo === undefined || ask.isPending}
      onSubmit={(request) =>
        isDemo
          ? goTo({ request })
          : ask.mutate({ request }, { onError: (problem) => toast.error(problem.message) })
      }
    />
  );
}
