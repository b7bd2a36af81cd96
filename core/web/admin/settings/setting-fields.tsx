/** Draws each field by its kind in the table. */
import { useBlocker } from '@tanstack/react-router';
import { type ComponentProps, Fragment, type ReactNode, useId, useState } from 'react';
import {
  maxOf,
  type SettingField,
  type TextField as TextEntry,
} from '#core/contract/admin/setting-kinds.ts';
import { isShown } from '#core/contract/admin/setting-rules.ts';
import { type FieldsOf, fieldsOf } from '#core/contract/admin/setting-table.ts';
import type { SettingKey } from '#core/contract/admin/settings.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { PictureField } from '#ui/picture-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { type SettingForm, SettingSection, type TextProps } from './setting-form.tsx';
import { timeZones, zoneName } from './time-zones.ts';
import { WholeNumber } from './whole-number.tsx';

type FieldName<K extends SettingKey> = keyof FieldsOf<K> & string;
type OwnName<K extends SettingKey> = {
  [Name in FieldName<K>]: FieldsOf<K>[Name] extends { kind: 'own' } ? Name : never;
}[FieldName<K>];
type Draw<K extends SettingKey> = (form: SettingForm<K>) => ReactNode;

/** A field whose kind has no input must have one here to compile. */
type OwnInputs<K extends SettingKey> = { [Name in OwnName<K>]: Draw<K> } & {
  [Name in FieldName<K>]?: Draw<K>;
};

type AnyProps<K extends SettingKey> = {
  name: K;
  /** Only the fields of this part; by default those without one. */
  part?: string;
  /** Only these fields, in this order. */
  only?: readonly FieldName<K>[];
  before?: ReactNode;
  after?: Draw<K>;
  gap?: 'normal' | 'wide';
  own?: OwnInputs<K>;
};
type Props<K extends SettingKey> = AnyProps<K> &
  ([OwnName<K>] extends [never] ? unknown : { own: OwnInputs<K> });

export function SettingPart<K extends SettingKey>({
  title,
  text,
  ...props
}: Props<K> & { title: string; text: string }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="not-first:mt-10 not-first:border-t not-first:border-line not-first:pt-8"
    >
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">{text}</p>
      <Fields {...(props as unknown as AnyProps<K>)} />
    </section>
  );
}

function Fields<K extends SettingKey>({
  name,
  part,
  only,
  own,
  before,
  after,
  gap = 'normal',
}: AnyProps<K>) {
  const all = fieldsOf(name);
  const shown = only
    ? only.flatMap((field) => all.filter(([other]) => other === field))
    : all.filter(([, entry]) => entry.part === part);
  return (
    <SettingSection name={name}>
      {(form) => (
        <div className={gap === 'wide' ? 'space-y-10' : 'space-y-6'}>
          {before}
          {shown.map(([field, entry]) => (
            <Fragment key={field}>
              {own?.[field as FieldName<K>]?.(form) ??
                (isShown(entry, form.value) && input(form as unknown as FieldForm, field, entry))}
            </Fragment>
          ))}
          {after?.(form)}
        </div>
      )}
    </SettingSection>
  );
}

/** Saved while it is edited. */
export const SettingFields = Fields as <K extends SettingKey>(props: Props<K>) => ReactNode;

type FieldForm = Pick<SettingForm<SettingKey>, 'errors' | 'saving'> & {
  value: Record<string, unknown>;
  change: (fields: Record<string, unknown>, options?: { atOnce: boolean }) => void;
  text: (name: string) => ReturnType<SettingForm<SettingKey>['text']>;
};

const atOnce = { atOnce: true };

function input(form: FieldForm, name: string, field: SettingField): ReactNode {
  const { label, hint } = field;
  const value = form.value[name];
  const set = (next: unknown, options?: { atOnce: boolean }) =>
    form.change({ [name]: next }, options);
  switch (field.kind) {
    case 'own':
      return null;
    case 'switch':
      // Adjacent switches share one box.
      return (
        <div className="border-y border-line py-2 [&+&]:-mt-6 [&+&]:border-t-0">
          <Switch
            label={label}
            hint={hint}
            checked={value === true}
            onChange={(checked) => set(checked, atOnce)}
          />
        </div>
      );
    case 'whole':
    case 'number':
      return (
        <WholeNumber
          label={label}
          hint={hint}
          value={Number(value)}
          error={form.errors[name]}
          fallback={field.initial}
          onChange={(number) => set(number)}
        />
      );
    case 'choice':
      return (
        <SelectField
          label={label}
          hint={hint}
          value={String(value)}
          onChange={({ target }) => set(target.value, atOnce)}
        >
          {Object.entries(field.options).map(([choice, option]) => (
            <option key={choice} value={choice}>
              {typeof option === 'string' ? option : option.label}
            </option>
          ))}
        </SelectField>
      );
    case 'timeZone':
      return (
        <SelectField
          label={label}
          hint={hint}
          value={zoneName(String(value))}
          onChange={({ target }) => set(target.value, atOnce)}
        >
          {timeZones(String(value)).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      );
    case 'picture':
      return (
        <PictureField
          label={label}
          hint={hint ?? ''}
          picture={value as Picture | null}
          onChange={set}
          isDecoration={field.isDecoration}
        />
      );
    default:
      return field.redirects ? (
        <GuardedText form={form} name={name} field={field} />
      ) : (
        <SettingText field={field} {...form.text(name)} />
      );
  }
}

type Attributes = Partial<Omit<ComponentProps<typeof TextField>, 'label'>>;

const attributesOf: { [K in TextEntry['kind']]?: Attributes } = {
  email: { type: 'email', autoComplete: 'email' },
  webAddress: {
    type: 'url',
    placeholder: 'https://',
    autoCapitalize: 'none',
    autoComplete: 'off',
  },
  amount: { inputMode: 'decimal', prefix: '$', className: 'max-w-40' },
  handle: { prefix: '@', autoCapitalize: 'none', autoComplete: 'off' },
};

/** Takes its props from the form around it. */
export function SettingText({ field, ...props }: { field: TextEntry; name?: string } & TextProps) {
  const common = {
    label: field.label,
    hint: field.hint,
    maxLength: maxOf(field),
    ...(field.required !== undefined && { required: true }),
  };
  if (field.kind === 'text') return <TextArea {...common} rows={field.rows} {...props} />;
  if (field.kind === 'line' && field.isTall) return <TextArea {...common} {...props} />;
  return <TextField {...common} {...attributesOf[field.kind]} {...field.attributes} {...props} />;
}

/** A reload would lose a change that still waits for the password, so the browser asks first. */
function GuardedText({ form, name, field }: { form: FieldForm; name: string; field: TextEntry }) {
  const [isEdited, setEdited] = useState(false);
  const { onChange, ...props } = form.text(name);
  useBlocker({
    shouldBlockFn: () => false,
    enableBeforeUnload: () => isEdited && form.saving !== 'saved',
  });
  return (
    <SettingText
      field={field}
      {...props}
      onChange={(event) => {
        setEdited(true);
        onChange(event);
      }}
    />
  );
}
