import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { Channel } from '../../../../contracts/runs/notify.ts';
import { sendAgain } from '../../api/notifications.ts';
import { Button } from '../../components/controls/button.tsx';
import { texts } from './texts.ts';

/** Sends what was given up once more. @param what of, as a screen reader says it. */
export function SendAgain({ id, channel, what }: { id: string; channel: Channel; what: string }) {
  const again = useMutation({
    mutationFn: () => sendAgain(id, channel),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button
      look="quiet"
      disabled={again.isPending}
      onClick={() => again.mutate()}
      aria-label={texts.delivery.resendNamed(what)}
      className="ml-1 !px-2 underline max-md:min-h-11 md:!min-h-6"
    >
      {texts.delivery.resend}
    </Button>
  );
}
