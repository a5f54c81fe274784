import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { follow } from '../api/alerts.ts';
import { Button } from '../../components/controls/button.tsx';
import { controlLook } from '../../components/controls/field.tsx';
import { texts } from './texts.ts';

/** Adds an instrument to what a user follows. */
export function FollowForm({ user }: { user: string }) {
  const problemId = useId();
  const [symbol, setSymbol] = useState('');
  const [note, setNote] = useState('');
  const add = useMutation({
    mutationFn: () =>
      follow({ user, symbol: symbol.trim(), ...(note.trim() && { note: note.trim() }) }),
    onSuccess: () => {
      setSymbol('');
      setNote('');
    },
  });
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <input
        aria-label={texts.follow.symbol}
        aria-describedby={add.error ? problemId : undefined}
        aria-invalid={add.error ? true : undefined}
        placeholder={texts.follow.example}
        maxLength={30}
        value={symbol}
        onChange={({ target }) => setSymbol(target.value)}
        className={`${controlLook} md:!w-44`}
      />
      <input
        aria-label={texts.follow.note}
        placeholder={texts.follow.note}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        className={`${controlLook} max-md:!w-auto max-md:min-w-0 max-md:flex-1 md:!w-56`}
      />
      <Button
        type="submit"
        className="max-md:min-h-11"
        disabled={add.isPending || symbol.trim() === ''}
      >
        {texts.follow.submit}
      </Button>
      {add.error && (
        <p id={problemId} role="alert" className="w-full text-bad">
          {add.error.message}
        </p>
      )}
    </form>
  );
}
