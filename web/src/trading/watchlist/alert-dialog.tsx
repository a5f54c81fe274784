import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../components/notices/toast.ts';
import { alertComparisons } from '../../../../contracts/trading/alerts.ts';
import type { AlertComparison } from '../../../../contracts/trading/alerts.ts';
import { createAlert } from '../api/alerts.ts';
import { priceQuery } from '../api/prices.ts';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { DialogForm } from '../../components/dialogs/dialog-form.tsx';
import { price as priceText } from '../values/price-text.ts';
import { readNumber } from '../../components/controls/read-number.ts';
import { problemsAt, problemsOf } from '../../components/schema-form/problems-at.ts';
import { SelectField } from '../../components/controls/select-field.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { useSettled } from '../../components/hooks/use-settled.ts';
import { comparisonTitles } from './comparisons.ts';
import { texts } from './texts.ts';

type AlertDialogProps = { user: string; symbol: string; onClose: () => void };

/** Asks for a price alert. */
export function AlertDialog({ user, symbol: before, onClose }: AlertDialogProps) {
  const [symbol, setSymbol] = useState(before);
  const [comparison, setComparison] = useState<AlertComparison>('>=');
  const [price, setPrice] = useState('');
  const [note, setNote] = useState('');
  const settled = useSettled(symbol.trim().toUpperCase());
  const now = useQuery({ ...priceQuery(settled), enabled: settled !== '', retry: false });
  const save = useMutation({
    mutationFn: () =>
      createAlert({
        user,
        symbol: symbol.trim(),
        comparison,
        price: readNumber(price) ?? price,
        ...(note.trim() && { note: note.trim() }),
      }),
    onSuccess: ({ symbol: of }) => {
      toast.success(texts.dialog.created(of));
      onClose();
    },
  });
  const problems = problemsOf(save.error);
  return (
    <Dialog title={texts.page.newAlert} isOpen onClose={onClose}>
      <DialogForm
        save={save}
        action={texts.dialog.create}
        onClose={onClose}
        paths={['symbol', 'comparison', 'price', 'note']}
      >
        <TextField
          label={texts.dialog.symbol}
          help={now.data ? texts.dialog.now(priceText(now.data.price)) : now.error?.message}
          isRequired
          placeholder={texts.follow.example}
          maxLength={30}
          problems={problemsAt(problems, 'symbol')}
          value={symbol}
          onChange={setSymbol}
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <SelectField
            label={texts.dialog.comparison}
            problems={problemsAt(problems, 'comparison')}
            value={comparison}
            onChange={setComparison}
            options={alertComparisons.map((one) => [one, comparisonTitles[one]] as const)}
          />
          <TextField
            label={texts.dialog.price}
            isRequired
            inputMode="decimal"
            problems={problemsAt(problems, 'price')}
            value={price}
            onChange={setPrice}
          />
        </div>
        <TextField
          label={texts.dialog.note}
          help={texts.dialog.noteHelp}
          maxLength={500}
          problems={problemsAt(problems, 'note')}
          value={note}
          onChange={setNote}
        />
      </DialogForm>
    </Dialog>
  );
}
