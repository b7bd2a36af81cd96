import { DEFAULT_SIZE_LIMITS, type SizeLimits } from '#contract/catalogue/size-classes.ts';
import { type SettingFields, SettingFieldsSection } from './setting-fields.tsx';
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
  <section aria-labelledby="size-classes" className="mt-10 border-t border-line pt-8">
    <h2 id="size-classes" className="text-xl">
      Size Classes
    </h2>
    <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">
      A piece’s longest side decides its class. Anything larger than a cabinet piece is a museum piece.
    </p>
    <SettingFieldsSection name="size_classes" fields={fields} />
  </section>
);
