import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { JsonView } from '../../../components/values/json-view.tsx';
import { texts } from '../texts.ts';
import { WireMessage } from '../wire-message.tsx';
import { isTemperature } from './draft.ts';
import type { Draft, DraftMessage } from './draft.ts';

type DraftFormProps = { draft: Draft; onChange: (draft: Draft) => void };

const roles = [
  ['user', texts.playground.roleUser],
  ['assistant', texts.playground.roleAssistant],
] as const;

/** The fields of a request. */
export function DraftForm({ draft, onChange }: DraftFormProps) {
  const { model, system, messages, temperature, rest } = draft;
  const models = useQuery({ ...queries.models(), staleTime: 60_000 });
  const names = new Set([model, ...(models.data?.items ?? []).map((item) => item.model)]);
  const setMessage = (at: number, message: DraftMessage | undefined) =>
    onChange({
      ...draft,
      messages: messages.flatMap((one, index) => (index === at ? (message ?? []) : one)),
    });
  return (
    <>
      <datalist id="playground-models">
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label={texts.playground.model}
        help={texts.playground.modelHelp}
        isRequired
        list="playground-models"
        value={model}
        onChange={(value) => onChange({ ...draft, model: value })}
      />
      <Field label={texts.playground.system}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            value={system}
            onChange={({ target }) => onChange({ ...draft, system: target.value })}
            className={controlLook}
          />
        )}
      </Field>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {messages.map((message, index) => (
          // Fields are told apart by their place alone.
          <li key={index}>
            <MessageField
              message={message}
              number={index + 1}
              onChange={(changed) => setMessage(index, changed)}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          className="max-md:min-h-11"
          onClick={() =>
            onChange({
              ...draft,
              messages: [...messages, { kind: 'written', role: 'user', text: '' }],
            })
          }
        >
          {texts.playground.add}
        </Button>
      </div>
      <TextField
        label={texts.playground.temperature}
        help={texts.playground.temperatureHelp}
        inputMode="decimal"
        problems={isTemperature(temperature) ? [] : [texts.playground.badTemperature]}
        value={temperature}
        onChange={(value) => onChange({ ...draft, temperature: value })}
      />
      {Object.keys(rest).length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">{texts.playground.kept}</summary>
          <div className="mt-1 rounded-md bg-canvas p-3">
            <JsonView value={rest} />
          </div>
        </details>
      )}
    </>
  );
}

type MessageFieldProps = {
  message: DraftMessage;
  number: number;
  /** Given undefined, the message is taken out. */
  onChange: (message: DraftMessage | undefined) => void;
};

function MessageField({ message, number, onChange }: MessageFieldProps) {
  const remove = (
    <Button
      look="quiet"
      aria-label={texts.playground.remove(number)}
      className="max-md:min-h-11 max-md:min-w-11"
      onClick={() => onChange(undefined)}
    >
      <Trash2 aria-hidden className="size-4" />
    </Button>
  );
  if (message.kind === 'kept') {
    return (
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <WireMessage message={message.message} />
          <p className="mt-0.5 text-[12px] text-muted">{texts.playground.keptMessage}</p>
        </div>
        {remove}
      </div>
    );
  }
  const { role, text } = message;
  return (
    <div>
      <div className="mb-1 flex items-center gap-2">
        <div className="w-36">
          <Select
            aria-label={texts.playground.role(number)}
            value={role}
            options={[...roles]}
            onChange={(chosen) => onChange({ ...message, role: chosen as typeof role })}
          />
        </div>
        <span className="mr-auto" />
        {remove}
      </div>
      <textarea
        aria-label={texts.playground.message(texts.roles[role], number)}
        rows={Math.min(14, Math.max(3, text.split('\n').length + 1))}
        value={text}
        onChange={({ target }) => onChange({ ...message, text: target.value })}
        className={controlLook}
      />
    </div>
  );
}
