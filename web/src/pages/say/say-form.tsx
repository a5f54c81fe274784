import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { Right } from '../../../../contracts/access/roles.ts';
import { RightButton } from '../../components/controls/right-button.tsx';
import { texts } from './texts.ts';

type SayFormProps = {
  /** What the field says before anything is typed. */
  initial?: string;
  /** Whether it is about a pipeline that there is. */
  isChange?: boolean;
  isWaiting: boolean;
  submit?: string;
  /** What one must be allowed to do: what is said starts a run. */
  right?: Right;
  /** What comes of it. */
  note?: string;
  onSubmit: (request: string) => void;
};

/** Where one says what one wants. Enter sends it, Shift+Enter starts a line. */
export function SayForm(props: SayFormProps) {
  const { initial = '', isChange = false, isWaiting, submit = texts.submit, onSubmit } = props;
  const { right = 'operate' } = props;
  const { note = texts.note } = props;
  const [request, setRequest] = useState(initial);
  const send = () => request.trim() !== '' && !isWaiting && onSubmit(request.trim());
  const label = isChange ? texts.change : texts.label;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="rounded-lg border border-line-strong bg-surface focus-within:border-accent"
    >
      <textarea
        aria-label={label}
        placeholder={isChange ? texts.changePlaceholder : texts.placeholder}
        value={request}
        maxLength={4000}
        rows={2}
        onChange={({ target }) => setRequest(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
        className="block field-sizing-content max-h-60 min-h-14 w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-[15px] outline-none placeholder:text-muted"
      />
      <div className="flex flex-wrap items-center gap-2 px-2 pb-2 pl-3">
        <span className="min-w-0 flex-1 text-[12px] text-muted">{note}</span>
        <RightButton
          right={right}
          look="primary"
          type="submit"
          disabled={isWaiting || request.trim() === ''}
          className="max-md:min-h-11"
        >
          {submit}
          <ArrowRight aria-hidden className="size-4" />
        </RightButton>
      </div>
    </form>
  );
}
