import { isLamp } from '#core/contract/media/lamp.ts';
import type { Picture } from '#core/contract/media/media.ts';
import type { Places } from '#core/web/desk-feature.ts';
import { Switch } from '#ui/switch.tsx';

const sentences: Record<NonNullable<Picture['alignment']>, string> = {
  aligned: 'Aligned with the daylight photo.',
  fits: 'Aligned with the daylight photo. It already fit as taken.',
  unsure: 'Not aligned: we’re not sure how it fits the daylight photo, so it’s shown as taken.',
  waiting: 'Not aligned yet: we’re comparing it with the daylight photo.',
};
const UNKNOWN = 'Once saved, it’s aligned with the daylight photo, if there is one.';
const LEFT = 'Not aligned: it’s shown as taken.';

export default function AlignmentField({
  medium,
  name,
  light,
  asTaken,
  onChange,
  disabled,
}: Places['picture']) {
  if (!isLamp(light)) return null;
  // What is known is of the light that is stored.
  const state = medium?.kind === 'picture' && medium.light === light ? medium.alignment : undefined;
  return (
    <div>
      <p className="text-sm">{asTaken ? LEFT : state ? sentences[state] : UNKNOWN}</p>
      <Switch
        label="Show as taken"
        of={name}
        checked={asTaken}
        onChange={onChange}
        disabled={disabled}
      />
    </div>
  );
}
