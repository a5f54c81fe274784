import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ToolView, ToolResult } from '../../../../contracts/api/index.ts';
import { callTool } from '../../api/tools.ts';
import { Button } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { problemsElsewhere, problemsOf } from '../../components/schema-form/problems-at.ts';
import {
  initialTexts,
  namedValues,
  schemaFields,
  valuesOf,
} from '../../components/schema-form/schema-fields.ts';
import { SchemaForm } from '../../components/schema-form/schema-form.tsx';
import { texts } from './texts.ts';
import { ResultView } from '../../components/values/result-view.tsx';
import { duration } from '../../components/values/time.tsx';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { Dialog, DialogActions } from '../../components/dialogs/dialog.tsx';
import { JsonView } from '../../components/values/json-view.tsx';

/** Asks for a tool's arguments as its schema says, and calls it; before a side effect it asks again. */
export function TryTool({ tool }: { tool: ToolView }) {
  const { name, parameters, sideEffect, available, missing, example } = tool;
  const fields = useMemo(() => schemaFields(parameters), [parameters]);
  const [filled, setFilled] = useState(() => initialTexts(fields));
  const [isAsking, setIsAsking] = useState(false);
  const args = valuesOf(parameters, fields, filled);
  const call = useMutation({
    mutationFn: (key: string) => callTool(name, args, { key }),
    onSettled: () => setIsAsking(false),
  });
  const [areLackingShown, setAreLackingShown] = useState(false);
  const lacking = fields.filter((field) => field.isRequired && !filled[field.name]?.trim());
  const problems = areLackingShown
    ? lacking.map((field) => ({ path: `args.${field.name}`, message: texts.try.required }))
    : problemsOf(call.error);
  const paths = fields.map((field) => `args.${field.name}`);
  return (
    <section aria-label={texts.try.title} className="mt-5 border-t border-line pt-4">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // Nobody is asked to confirm what would be refused for its holes.
          setAreLackingShown(lacking.length > 0);
          if (lacking.length > 0) {
            focusFirstEmpty(event.currentTarget);
          } else if (sideEffect) setIsAsking(true);
          else call.mutate(crypto.randomUUID());
        }}
      >
        {fields.length === 0 && <p className="text-muted">{texts.try.noArguments}</p>}
        <SchemaForm
          fields={fields}
          texts={filled}
          onChange={setFilled}
          problems={problems}
          at="args"
        />
        <div className="flex flex-wrap gap-2">
          <RightButton
            right="operate"
            look="primary"
            type="submit"
            className="max-md:min-h-11"
            disabled={call.isPending || !available || missing !== undefined}
          >
            {call.isPending ? texts.try.running : texts.try.submit}
          </RightButton>
          {example && Object.keys(example).length > 0 && (
            <Button
              look="quiet"
              className="max-md:min-h-11"
              onClick={() => setFilled(initialTexts(fields, example))}
            >
              {texts.try.example}
            </Button>
          )}
        </div>
      </form>
      {call.error && (
        <div role="alert" className="mt-3 text-bad">
          <p>{call.error.message}</p>
          {problemsElsewhere(problems, paths).map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      {call.data && <ToolAnswer result={call.data} />}
      {isAsking && (
        <ConfirmCall
          name={name}
          args={namedValues(fields, args)}
          isPending={call.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={(key) => call.mutate(key)}
        />
      )}
    </section>
  );
}

function focusFirstEmpty(form: HTMLFormElement): void {
  const required = form.querySelectorAll<HTMLInputElement>('[aria-required="true"]');
  [...required].find(({ value }) => value.trim() === '')?.focus();
}

/** What a tool gave. */
function ToolAnswer({ result: { output, metadata } }: { result: ToolResult }) {
  return (
    <div role="status" className="mt-4">
      <p className="mb-1 text-muted">
        {metadata.cached ? texts.try.cached : texts.try.took(duration(metadata.executionMs))}
      </p>
      <div
        role="region"
        aria-label={texts.try.answer}
        tabIndex={0}
        className="overflow-x-auto rounded-md bg-canvas p-3"
      >
        <ResultView value={output} />
      </div>
    </div>
  );
}

type ConfirmCallProps = {
  name: string;
  /** What is given, under names for people. */
  args: JsonObject;
  isPending: boolean;
  onClose: () => void;
  /** Is given the key of this one call: confirmed twice, it is carried out once. */
  onConfirm: (key: string) => void;
};

/** Asks before something outside is changed. */
function ConfirmCall({ name, args, isPending, onClose, onConfirm }: ConfirmCallProps) {
  const [key] = useState(() => crypto.randomUUID());
  return (
    <Dialog title={texts.try.confirmTitle(name)} isOpen onClose={onClose}>
      <p className="mb-3">{texts.try.confirmNote}</p>
      <div className="rounded-md bg-canvas p-3">
        <JsonView value={args} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{texts.try.cancel}</Button>
        <Button look="primary" disabled={isPending} onClick={() => onConfirm(key)}>
          {isPending ? texts.try.running : texts.try.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
