import type { ReactNode } from 'react';

type Props = {
  label: string;
  visibleLabel?: ReactNode;
  checked: boolean;
  /** `isRange`: with the shift key, by which lists select a range. */
  onChange: (checked: boolean, options: { isRange: boolean }) => void;
};

export function Tick({ label, visibleLabel, checked, onChange }: Props) {
  return (
    <label className="-ml-2 inline-flex min-h-11 min-w-11 cursor-pointer items-center gap-2 pl-2">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, {
            isRange: 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true,
          })
        }
        className="size-5 shrink-0 accent-(--action)"
      />
      {visibleLabel}
    </label>
  );
}
