import type { HTMLInputTypeAttribute } from 'react';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import type { Delivery } from '../outcomes.ts';
import { LastDelivery } from './last-delivery.tsx';

type ChannelFieldProps = {
  label: string;
  help: string;
  type: HTMLInputTypeAttribute & ('url' | 'email');
  example: string;
  address: string;
  onChange: (address: string) => void;
  problems: string[];
  /** What to do before the channel can be used. */
  missing: string | undefined;
  latest: Delivery | undefined;
};

/** Asks for the address of a channel, and says whether the channel works. */
export function ChannelField(props: ChannelFieldProps) {
  const { label, help, type, example, address, onChange, problems, missing, latest } = props;
  return (
    <div>
      <Field label={label} help={help} problems={problems}>
        {(control) => (
          <input
            {...control}
            type={type}
            inputMode={type}
            value={address}
            placeholder={example}
            onChange={({ target }) => onChange(target.value)}
            className={controlLook}
          />
        )}
      </Field>
      {missing && <p className="mt-1 text-[12px] text-wait">{missing}</p>}
      <LastDelivery delivery={latest} />
    </div>
  );
}
