import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../notices/toast.ts';
import { tokenQuery } from '../../api/approvals.ts';
import { Button } from '../controls/button.tsx';
import { texts } from './texts.ts';

/** The `temporal` command that approves what is asked, read from the server when somebody opens it. */
export function SignalCommand({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-3" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-muted">{texts.signal.title}</summary>
      {isOpen && <Command id={id} />}
    </details>
  );
}

function Command({ id }: { id: string }) {
  const { data, error } = useQuery(tokenQuery(id));
  if (error) return <p className="mt-2 text-bad">{error.message}</p>;
  if (!data) return null;
  const { command } = data;
  async function copy() {
    try {
      await navigator.clipboard.writeText(command);
      toast.success(texts.signal.copied);
    } catch {
      toast.error(texts.signal.failed);
    }
  }
  return (
    <div className="mt-2 grid gap-2">
      <p className="text-muted">{texts.signal.secret}</p>
      <code className="rounded-md bg-canvas p-2 font-mono text-[12px] wrap-anywhere">
        {command}
      </code>
      <Button className="min-h-11 justify-self-start md:min-h-8" onClick={() => void copy()}>
        {texts.signal.copy}
      </Button>
    </div>
  );
}
