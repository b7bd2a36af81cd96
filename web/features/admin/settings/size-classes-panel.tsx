import { DEFAULT_SIZE_LIMITS, type SizeLimits } from '#contract/catalogue/size-classes.ts';
import { type SettingFields, SettingPart } from './setting-fields.tsx';
import type { SettingForm } from './setting-form.tsx';
import { WholeNumber } from './whole-number.tsx';

const limit =
  (label: string) =>
  ({ value, errors, change }: SettingForm<'size_classes'>, name: keyof SizeLimits) => (
    <WholeNumber
      label={label}
      value={value[name]}
      error={errors[name]}
      fallback={DEFAULT_SIZE_LIMITS[name]}
      onChange={(millimetres) => change({ [name]: millimetres })}
    />
  );

const fields: SettingFields<'size_classes'> = {
  thumbnail: limit('Thumbnail up to (mm)'),
  miniature: limit('Miniature up to (mm)'),
  smallCabinet: limit('Small cabinet up to (mm)'),
  cabinet: limit('Cabinet up to (mm)'),
};

/** Where one class of size ends and the next begins. */
export const SizeClassesPanel = () => (
  <SettingPart
    name="size_classes"
    title="Size Classes"
    text="A piece’s longest side decides its class. Anything larger than a cabinet piece is a museum piece."
    fields={fields}
  />
);
