import * as Radix from '@radix-ui/react-switch';
import { type ReactNode, useId } from 'react';

type Props = {
  label: ReactNode;
  /** What the switch belongs to, for screen readers, if several have the same label. */
  of?: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

export function Switch({ label, of, hint, checked, onChange, disabled }: Props) {
  const id = useId();
  return (
    <div>
      <div className="flex min-h-11 items-center gap-3">
        <Radix.Root
          id={id}
          checked={checked}
          onCheckedChange={onChange}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="relative h-7 w-12 shrink-0 rounded-full border border-field bg-raised transition-colors disabled:opacity-55 data-[state=checked]:border-action data-[state=checked]:bg-action"
        >
          <Radix.Thumb className="block size-5 translate-x-0.75 rounded-full bg-quiet transition-transform data-[state=checked]:translate-x-5.75 data-[state=checked]:bg-on-action motion-reduce:transition-none" />
        </Radix.Root>
        <label
          htmlFor={id}
          className="flex min-h-11 flex-1 cursor-pointer items-center text-fine select-none"
        >
          <span>
            {label}
            {of && <span className="sr-only">: {of}</span>}
          </span>
        </label>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
