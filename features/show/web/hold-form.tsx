import { buyerRules } from '#core/contract/selling/checkout.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import type { HoldEntry } from './entries.ts';
import { EntryForm, type EntryFormProps } from './entry-form.tsx';
import { type LinesProps, TypedLines } from './typed-lines.tsx';
import { useTypedEntry } from './use-typed-entry.ts';
import { BUYER_SAID } from './words.ts';

const HOUR_MS = 60 * 60 * 1000;
const spans = [
  { hours: 1, label: '1 hour' },
  { hours: 3, label: '3 hours' },
  { hours: 24, label: '1 day' },
] as const;

/** The field's text in the device's time zone, which is the hall's: `2026-11-21T14:30`. */
function localText(ms: number | null): string {
  if (ms === null) return '';
  const at = new Date(ms);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

type Props = EntryFormProps<HoldEntry> & Pick<LinesProps, 'pieces' | 'freeOf' | 'scanned'>;

export function HoldForm({ onRecorded, pieces, freeOf, scanned, ...rest }: Props) {
  const typing = useTypedEntry(rest.begun, onRecorded);
  const { entry, errors, change } = typing;
  const { typed } = entry;
  const field = (name: 'customerName' | 'notes') => ({
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      change(() => ({ [name]: target.value })),
  });
  return (
    <EntryForm name="On hold" action="Put on hold" typing={typing} {...rest}>
      <TextField
        label="For whom"
        required
        maxLength={buyerRules.customerName.maxLength}
        className="min-h-14 text-xl!"
        {...field('customerName')}
      />
      <div>
        <fieldset aria-label="On hold for" className="mb-3 grid grid-cols-3 gap-2">
          {spans.map(({ hours, label }) => (
            <Button
              key={hours}
              look="outline"
              className="min-h-14 px-1!"
              onClick={() =>
                change(() => ({
                  until: Math.floor(Date.now() / 60_000) * 60_000 + hours * HOUR_MS,
                }))
              }
            >
              {label}
            </Button>
          ))}
        </fieldset>
        <TextField
          label="Until"
          type="datetime-local"
          required
          className="min-h-14"
          value={localText(typed.until)}
          error={errors.until ?? ''}
          hint="Visitors see it as on hold. At this time it’s back on sale by itself."
          onChange={({ target }) => {
            const ms = new Date(target.value).getTime();
            change(() => ({ until: Number.isNaN(ms) ? null : ms }));
          }}
        />
      </div>
      <TypedLines
        {...{ entry, errors, pieces, freeOf, scanned }}
        isPaid={false}
        onChange={([first, ...further]) => change(() => ({ ...first, further }))}
      />
      <TextArea
        label={BUYER_SAID}
        maxLength={buyerRules.notes.maxLength}
        rows={2}
        {...field('notes')}
      />
    </EntryForm>
  );
}
