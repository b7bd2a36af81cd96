import type { ComponentProps } from 'react';

type Props = ComponentProps<'input'> & {
  legend: string;
  choices: readonly string[];
  chosen?: string;
  error?: string;
};

/** Radio buttons in a row that wraps. Further props go to each of them. */
export function ChoiceField({ legend, choices, chosen, error, ...props }: Props) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-fine font-medium">
        {legend}
        {props.required && <span aria-hidden="true">*</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-field border border-field px-4 select-none has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              value={choice}
              {...(chosen !== undefined && { checked: chosen === choice })}
              {...props}
              className="size-4 accent-(--action) outline-none"
            />
            {choice}
          </label>
        ))}
      </div>
      {error && (
        <p className="mt-1.5 text-sm text-bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
