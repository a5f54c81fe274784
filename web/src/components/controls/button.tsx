import type { ComponentProps } from 'react';

const looks = {
  primary: 'bg-accent-fill text-white hover:brightness-110',
  plain: 'border border-line bg-raised hover:bg-hover',
  danger: 'border border-line bg-raised text-bad hover:bg-hover',
  quiet: 'text-muted hover:bg-hover hover:text-text',
} as const;

type Look = keyof typeof looks;

/** The classes of a button, for a link that looks like one. */
export function buttonLook(look: Look): string {
  return `inline-flex min-h-8 max-md:min-h-11 items-center justify-center gap-1.5 rounded-md px-3 font-medium transition-colors duration-100 disabled:opacity-50 ${looks[look]}`;
}

type ButtonProps = ComponentProps<'button'> & {
  look?: Look;
  /** Whether the second click of a double click is left out, as it starts, buys or deletes something again. */
  isOnce?: boolean;
};

export function Button({
  look = 'plain',
  isOnce = look === 'primary' || look === 'danger',
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        // Without a click before it, as of a key, there is no count.
        if (isOnce && event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
      className={`${buttonLook(look)} ${className}`}
    />
  );
}
