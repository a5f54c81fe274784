import { Plus, Trash2 } from 'lucide-react';
import type { FieldProblem } from '../../../../../contracts/api/index.ts';
import { orderTypes } from '../../../../../contracts/trading/orders.ts';
import { Button } from '../../../components/controls/button.tsx';
import { SelectField } from '../../../components/controls/select-field.tsx';
import { problemsAt } from '../../../components/schema-form/problems-at.ts';
import { typeHelp, typeTitles } from '../order-words.ts';
import { ExitPrices, TypePrices } from './price-fields.tsx';
import { SideChoice } from './side-choice.tsx';
import { canBeLinked, linkedTo } from './ticket.ts';
import type { LinkedTicket, Ticket } from './ticket.ts';
import { texts } from './texts.ts';

/** As many as the tool takes. */
const mostLinked = 4;

const types = orderTypes.filter((type) => type !== 'market');

type LinkedOrdersProps = {
  ticket: Ticket;
  problems: FieldProblem[];
  onChange: (ticket: Ticket) => void;
};

/** Orders of which one cancels the others. */
export function LinkedOrders({ ticket, problems, onChange }: LinkedOrdersProps) {
  const { linked } = ticket;
  const set = (next: readonly LinkedTicket[]) => onChange({ ...ticket, linked: next });
  const isPossible = canBeLinked(ticket);
  return (
    <section aria-label={texts.linked.title} className="grid gap-3 border-t border-line pt-4">
      <div>
        <h3 className="font-medium">{texts.linked.title}</h3>
        <p className="text-[12px] text-muted">
          {isPossible ? texts.linked.help : texts.linked.impossible}
        </p>
      </div>
      {isPossible &&
        linked.map((one, index) => (
          <LinkedFields
            key={one.id}
            order={one}
            title={texts.linked.order(index + 1)}
            problemsOf={(name) => problemsAt(problems, `args.oco[${index}].${name}`)}
            onChange={(next) => set(linked.with(index, next))}
            onRemove={() => set(linked.toSpliced(index, 1))}
          />
        ))}
      {isPossible && linked.length < mostLinked && (
        <Button className="justify-self-start" onClick={() => set([...linked, linkedTo(ticket)])}>
          <Plus aria-hidden className="size-4" />
          {texts.linked.add}
        </Button>
      )}
    </section>
  );
}

type LinkedFieldsProps = {
  order: LinkedTicket;
  title: string;
  problemsOf: (name: string) => string[];
  onChange: (order: LinkedTicket) => void;
  onRemove: () => void;
};

function LinkedFields({ order, title, problemsOf, onChange, onRemove }: LinkedFieldsProps) {
  const set = (change: Partial<LinkedTicket>) => onChange({ ...order, ...change });
  return (
    <fieldset className="grid gap-4 rounded-md border border-line p-3">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center justify-between">
        <span aria-hidden className="font-medium">
          {title}
        </span>
        <Button look="quiet" aria-label={texts.linked.remove(title)} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <SideChoice side={order.side} onChange={(side) => set({ side })} />
        <SelectField
          label={texts.fields.type}
          help={typeHelp[order.type]}
          problems={problemsOf('type')}
          value={order.type}
          onChange={(type) => set({ type })}
          options={types.map((type) => [type, typeTitles[type]] as const)}
        />
        <TypePrices order={order} problemsOf={problemsOf} onChange={set} />
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <ExitPrices order={order} problemsOf={problemsOf} onChange={set} />
      </div>
    </fieldset>
  );
}
