import { type ComponentProps, Fragment, type ReactNode, useId } from 'react';
import { settingLimits as limits } from '#contract/admin/setting-rules.ts';
import type { Setting, SettingKey } from '#contract/admin/settings.ts';
import type { Picture } from '#contract/media/media.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { PictureField } from '#web/ui/picture-field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { type SettingForm, SettingSection, type TextProps } from './setting-form.tsx';

/**
 * How each field of a setting is edited, in the order in which the fields are shown; null: the field has no input of its own.
 * A forgotten field, or one whose input is for another type, does not compile.
 */
export type SettingFields<K extends SettingKey> = {
  [Name in keyof Setting<K>]-?: ((form: SettingForm<K>, name: Name) => ReactNode) | null;
};

/** Some fields, where the setting is edited in several places. */
type Props<K extends SettingKey> = { name: K; fields: Partial<SettingFields<K>>; note?: ReactNode; gap?: 'normal' | 'wide' };

/** The same beneath a heading of its own. */
export function SettingPart<K extends SettingKey>({ title, text, ...props }: Props<K> & { title: string; text: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="not-first:mt-10 not-first:border-t not-first:border-line not-first:pt-8">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">{text}</p>
      <SettingFieldsSection {...props} />
    </section>
  );
}

/** A setting as a form that is saved while it is edited. */
export function SettingFieldsSection<K extends SettingKey>({ name, fields, note, gap = 'normal' }: Props<K>) {
  return (
    <SettingSection name={name}>
      {(form) => (
        <div className={gap === 'wide' ? 'space-y-10' : 'space-y-6'}>
          {note}
          {(Object.keys(fields) as (keyof Setting<K> & string)[]).map((field) => (
            <Fragment key={field}>{fields[field]?.(form, field)}</Fragment>
          ))}
        </div>
      )}
    </SettingSection>
  );
}

type TextForm<Name> = { text: (name: Name) => TextProps };

/** One line of text. */
export const line =
  (label: string, props: Partial<ComponentProps<typeof TextField>> = {}) =>
  <Name,>(form: TextForm<Name>, name: Name) => <TextField label={label} maxLength={limits.line} {...props} {...form.text(name)} />;

/** Several lines of text. */
export const prose =
  (label: string, props: Partial<ComponentProps<typeof TextArea>> = {}) =>
  <Name,>(form: TextForm<Name>, name: Name) => <TextArea label={label} maxLength={limits.prose} {...props} {...form.text(name)} />;

/** A switch, saved at once. Adjacent switches share one box. */
export const toggle =
  (label: string, hint?: string) =>
  <Name extends string>(
    { value, change }: { value: Record<Name, boolean>; change: (fields: Record<Name, boolean>, options: { atOnce: boolean }) => void },
    name: Name,
  ) => (
    <div className="border-y border-line py-2 [&+&]:-mt-6 [&+&]:border-t-0">
      <Switch
        label={label}
        hint={hint}
        checked={value[name]}
        onChange={(checked) => change({ [name]: checked } as Record<Name, boolean>, { atOnce: true })}
      />
    </div>
  );

type PictureForm<Name extends string> = {
  value: Record<Name, Picture | null>;
  change: (fields: Record<Name, Picture | null>, options?: { atOnce: boolean }) => void;
};

/** An uploaded picture; the server derives the field with its URL. */
export const picture =
  (label: string, hint: string, props: { isDecoration?: boolean } = {}) =>
  <Name extends string>(form: PictureForm<Name>, name: Name) => (
    <SettingPicture label={label} hint={hint} form={form} name={name} {...props} />
  );

type PictureProps<Name extends string> = { label: string; hint: string; form: PictureForm<Name>; name: Name; isDecoration?: boolean };

function SettingPicture<Name extends string>({ form: { value, change }, name, ...props }: PictureProps<Name>) {
  return (
    <PictureField
      picture={value[name]}
      onChange={(chosen, options) => change({ [name]: chosen } as Record<Name, Picture | null>, options)}
      {...props}
    />
  );
}
