import { type ComponentProps, type CSSProperties, type ReactNode, useId } from 'react';

const control =
  'w-full rounded-field border border-field bg-raised px-3 py-2.5 text-base text-ink placeholder:text-quiet aria-invalid:border-bad';
/** From its rows to half a screen, as the text needs, in browsers that can. */
const growing = 'field-sizing-content min-h-[calc(var(--rows)*1lh+1.375rem)] max-h-[50svh]';

type Common = { label: string; hint?: ReactNode; error?: string; prefix?: string };

/**
 * A refused form focuses its first wrong field, so its error is not said twice. Where fields save
 * by themselves, nothing else says it.
 */
const sayOutsideForms = (error: HTMLElement | null) => {
  if (error && !error.closest('form')) error.setAttribute('role', 'alert');
};

function Frame({
  id,
  label,
  hint,
  error,
  required,
  children,
}: Common & { id: string; required?: boolean; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-fine font-medium">
        {label}
        {required && <span aria-hidden="true">*</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} ref={sayOutsideForms} className="mt-1.5 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

const described = (id: string, hint: ReactNode, error?: string) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

export function TextField({
  label,
  hint,
  error,
  prefix,
  className = '',
  ...props
}: Common & ComponentProps<'input'>) {
  const id = useId();
  const input = (
    <input
      id={id}
      className={`${control} ${prefix ? 'rounded-l-none' : ''} ${className}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={described(id, hint, error)}
      {...props}
    />
  );
  return (
    <Frame id={id} label={label} hint={hint} error={error} required={props.required}>
      {prefix ? (
        <div className="flex">
          <span className="grid place-items-center rounded-l-[3px] border border-r-0 border-field px-3 text-quiet">
            {prefix}
          </span>
          {input}
        </div>
      ) : (
        input
      )}
    </Frame>
  );
}

export function TextArea({
  label,
  hint,
  error,
  rows = 3,
  className = '',
  ...props
}: Common & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error} required={props.required}>
      <textarea
        id={id}
        rows={rows}
        className={`${control} ${growing} ${className}`}
        style={{ '--rows': rows } as CSSProperties}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, hint, error)}
        {...props}
      />
    </Frame>
  );
}

export function SelectField({
  label,
  hint,
  error,
  className = '',
  children,
  ...props
}: Common & ComponentProps<'select'>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error} required={props.required}>
      <select
        id={id}
        className={`${control} min-h-11 ${className}`}
        aria-describedby={described(id, hint, error)}
        {...props}
      >
        {children}
      </select>
    </Frame>
  );
}
