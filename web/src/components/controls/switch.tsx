import type { ComponentProps } from 'react';

type SwitchProps = Omit<ComponentProps<'button'>, 'onChange'> & {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** On or off, at once. */
export function Switch({ isOn, onChange, className = '', ...button }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className={`relative h-5 w-9 shrink-0 rounded-full border transition-colors duration-100 after:absolute after:-inset-3 disabled:opacity-50 md:after:hidden ${isOn ? 'border-accent-fill bg-accent-fill' : 'border-line-strong bg-hover'} ${className}`}
      {...button}
    >
      <span
        aria-hidden
        className={`absolute top-0.5 left-0.5 size-3.5 rounded-full transition-transform duration-100 ${isOn ? 'translate-x-4 bg-white' : 'bg-muted'}`}
      />
    </button>
  );
}
